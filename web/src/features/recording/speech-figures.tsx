import type { Sound } from "../../audio/player.ts";
import { type SpeechFigures as Figures, measureSpeech } from "../../audio/speech-figures.ts";
import { useRead } from "../../browser/use-read.ts";
import { whenIdle } from "../../browser/waiting.ts";
import { gainNote, latenessOf, wordsOf } from "./speech-figures-words.ts";
import "./speech-figures.css";

/** Speech figures of a sound; "none" if it contains no speech. */
export type Measured = Figures | "none";

/**
 * Measures how somebody spoke in a sound, when the page has nothing more urgent to do; null until that is known.
 * @param key names the sound; null as long as there is none to be measured.
 * @param read gives it, or null if it is there no more.
 */
export function useSpeechFigures(key: string | null, read: () => Promise<Sound | null>): Measured | null {
  return useRead<Measured>(key, async () => {
    const sound = await read();
    return sound && ((await measureSpeech(sound.data, whenIdle)) ?? "none");
  });
}

function FigureList({ take, reference }: { take: Figures; reference: Figures | null }) {
  const late = latenessOf(take);
  const gain = gainNote(navigator.mediaDevices?.getSupportedConstraints() ?? {});
  return (
    <>
      <dl>
        {wordsOf(take, reference).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      {gain && <p className="speech-figures-gain">{gain}</p>}
      {late && <p>{late}</p>}
    </>
  );
}

type Props = {
  /** Null while it is measured: its place is held. */
  take: Measured | null;
  /** Null while it is not known. */
  reference: Measured | null;
};

/** What can be measured of a take: when its first word came, its pauses, its length beside the reference, its loudness. */
export function SpeechFigures({ take, reference }: Props) {
  return (
    <div className="speech-figures">
      {take === "none" && <p>No speech was found in this recording.</p>}
      {take !== null && take !== "none" && (
        <FigureList take={take} reference={reference === "none" ? null : reference} />
      )}
    </div>
  );
}
