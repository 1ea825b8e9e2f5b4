import { languageLabel } from "../../../../../domain/content/language.ts";
import { directionOf } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { repeatCost } from "../../../../../domain/exam/exam-proposals.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { gapsText } from "../../recording/take-labels.ts";
import { marksText } from "../result/marking-words.ts";
import type { SheetSegment } from "./sheet-view.ts";

/** What it may cost that a segment was heard again, after so many repeats of its dialogue. */
function repeatsText(exam: Exam, repeats: number, before: number): string {
  const times = repeats === 1 ? "Heard again once" : `Heard again ${repeats} times`;
  const cost = repeatCost(exam, before + repeats) - repeatCost(exam, before);
  return cost === 0 ? `${times}, which is free` : `${times}: Parlance proposes ${marksText(cost)}`;
}

/** What happened in a segment beyond its take, in sentences; empty where nothing did. */
export function eventsOf(exam: Exam, { segments }: ExamDialogue, { segment, facts, take }: SheetSegment): string[] {
  const repeats = facts?.repeats ?? 0;
  const before = segments.slice(0, segment).reduce((sum, each) => sum + (each?.repeats ?? 0), 0);
  const missing = gapsText(take?.gaps ?? []);
  return [
    ...(repeats > 0 ? [repeatsText(exam, repeats, before)] : []),
    ...(facts?.interrupted ? ["Interrupted"] : []),
    ...(missing ? [missing] : []),
  ];
}

type Props = { exam: Exam; segment: SheetSegment; dialogue: ExamDialogue; onUnmark: () => void };

/** Which segment this is, whose words they are, and what happened in it. */
export function SegmentHead({ exam, segment, dialogue, onUnmark }: Props) {
  const { text } = segment;
  const direction = text && directionOf(text, dialogue.language);
  const events = eventsOf(exam, dialogue, segment);
  return (
    <header className="sheet-segment-head">
      <h2>
        Segment {segment.segment + 1} <small>of {dialogue.segments.length}</small>
      </h2>
      <p>
        {text && <bdi>{text.name}</bdi>}
        {direction && ` · ${languageLabel(direction.from)} to ${languageLabel(direction.to)}`}
      </p>
      {segment.marked && (
        <Button voice="quiet" onClick={onUnmark}>
          Not marked after all
        </Button>
      )}
      {events.length > 0 && <p className="sheet-events">{events.join(" · ")}</p>}
    </header>
  );
}
