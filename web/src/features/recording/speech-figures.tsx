import type { SpeechFigures as Figures } from "../../audio/speech-figures.ts";
import { gainNote, latenessOf, wordsOf } from "./speech-figures-words.ts";
import type { Measured } from "./use-speech-figures.ts";
import "./speech-figures.css";

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
