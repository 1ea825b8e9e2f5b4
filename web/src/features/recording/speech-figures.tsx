import type { EncodedAudio } from "../../audio/player.ts";
import { type SpeechFigures as Figures, measureSpeech } from "../../audio/speech-figures.ts";
import { whenIdle } from "../../browser/timing.ts";
import { useAsyncValue } from "../../browser/use-async-value.ts";
import { figureTexts, gainNote, lateStartNote } from "./speech-figures-text.ts";
import "./speech-figures.css";

/** Speech figures of a sound; "none" if it contains no speech. */
export type MeasuredSpeech = Figures | "none";

/**
 * Measures how somebody spoke in a sound, when the page has nothing more urgent to do; null until that is known.
 * @param key names the sound; null as long as there is none to be measured.
 * @param read gives it, or null if it is there no more.
 */
export function useSpeechFigures(key: string | null, read: () => Promise<EncodedAudio | null>): MeasuredSpeech | null {
  return useAsyncValue<MeasuredSpeech>(key, async () => {
    const sound = await read();
    return sound && ((await measureSpeech(sound.data, whenIdle)) ?? "none");
  });
}

function FigureList({ take, reference }: { take: Figures; reference: Figures | null }) {
  const late = lateStartNote(take);
  const gain = gainNote(navigator.mediaDevices?.getSupportedConstraints() ?? {});
  return (
    <>
      <dl>
        {figureTexts(take, reference).map(({ name, value, note }) => (
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
  recording: MeasuredSpeech | null;
  /** Null while it is not known. */
  reference: MeasuredSpeech | null;
};

/** What can be measured of a take: when its first word came, its pauses, its length beside the reference, its loudness. */
export function SpeechFigures({ recording, reference }: Props) {
  return (
    <div className="speech-figures">
      {recording === "none" && <p>No speech was found in this recording.</p>}
      {recording !== null && recording !== "none" && (
        <FigureList take={recording} reference={reference === "none" ? null : reference} />
      )}
    </div>
  );
}
