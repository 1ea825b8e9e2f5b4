import type { EncodedAudio } from "../../audio/player.ts";
import { type SpeechFigures as Figures, measureSpeech } from "../../audio/speech-figures.ts";
import { whenIdle } from "../../browser/timing.ts";
import { useAsyncValue } from "../../browser/use-async-value.ts";
import { figureTexts, lateStartNote } from "./speech-figures-text.ts";
import "./speech-figures.css";

/** "none" if no speech was found, or the audio cannot be decoded. */
export type MeasuredSpeech = Figures | "none";

/** Returns null until the figures are known. */
export function useSpeechFigures(key: string | null, read: () => Promise<EncodedAudio | null>): MeasuredSpeech | null {
  return useAsyncValue<MeasuredSpeech>(key, async () => {
    const sound = await read();
    return sound && ((await measureSpeech(sound.data, whenIdle)) ?? "none");
  });
}

function FigureList({ recording, reference }: { recording: Figures; reference: Figures | null }) {
  const late = lateStartNote(recording);
  return (
    <>
      <dl>
        {figureTexts(recording, reference).map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      {late && <p>{late}</p>}
    </>
  );
}

type Props = {
  recording: MeasuredSpeech | null;
  reference: MeasuredSpeech | null;
};

export function SpeechFigures({ recording, reference }: Props) {
  return (
    <div className="speech-figures">
      {recording === "none" && <p>No speech could be measured in this recording.</p>}
      {recording !== null && recording !== "none" && (
        <FigureList recording={recording} reference={reference === "none" ? null : reference} />
      )}
    </div>
  );
}
