import { type Practice, phaseOf, shownTake } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { SpeechFigures, useSpeechFigures } from "../../recording/speech-figures.tsx";
import type { Studio } from "../studio/studio.ts";

type Props = { studio: Studio; practice: Practice };

function ShownTakeFigures({ studio, index, number }: { studio: Studio; index: number; number: number }) {
  const { sounds, takes } = studio;
  const { translation } = useObservable(sounds.states);
  const take = useSpeechFigures(`${number}`, () => takes.sound(number));
  const reference = useSpeechFigures(translation === "ready" ? `${index}` : null, async () => {
    const loaded = await sounds.soundOf(index, "translation");
    return loaded.kind === "ready" ? loaded.sound : null;
  });
  return <SpeechFigures take={take} reference={reference} />;
}

/** What can be measured of the take that stands beside the original; nothing while it is recorded. */
export function TakeFigures({ studio, practice }: Props) {
  const number = shownTake(practice);
  if (phaseOf(practice) !== "recorded" || number === null) return null;
  return <ShownTakeFigures studio={studio} index={practice.index} number={number} />;
}
