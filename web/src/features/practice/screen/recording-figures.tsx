import { type Practice, phaseOf, shownRecording } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { SpeechFigures, useSpeechFigures } from "../../recording/speech-figures.tsx";
import type { Studio } from "../studio/studio.ts";

type Props = { studio: Studio; practice: Practice };

function ShownRecordingFigures({ studio, index, number }: { studio: Studio; index: number; number: number }) {
  const { segmentAudio, recordings } = studio;
  const { translation } = useObservable(segmentAudio.states);
  const recording = useSpeechFigures(`${number}`, () => recordings.loadAudio(number));
  const reference = useSpeechFigures(translation === "ready" ? `${index}` : null, async () => {
    const loaded = await segmentAudio.loadAudio(index, "translation");
    return loaded.kind === "ready" ? loaded.sound : null;
  });
  return <SpeechFigures recording={recording} reference={reference} />;
}

export function RecordingFigures({ studio, practice }: Props) {
  const number = shownRecording(practice);
  if (phaseOf(practice) !== "recorded" || number === null) return null;
  return <ShownRecordingFigures studio={studio} index={practice.index} number={number} />;
}
