import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { deductionText, marksText } from "../result/marking-words.ts";
import type { SheetSegment } from "./sheet-view.ts";

/** How a segment is read out, as "Segment 3, marked, 1.5 marks lost". */
function nameOf({ segment, facts, marked, lost }: SheetSegment): string {
  const state = facts === null ? "not heard" : marked ? "marked" : "to be marked";
  const cost = lost > 0 ? `, ${marksText(lost)} lost` : "";
  return `Segment ${segment + 1}, ${state}${cost}`;
}

type JumpProps = { segment: SheetSegment; isCurrent: boolean; onGo: () => void };

function SegmentJump({ segment, isCurrent, onGo }: JumpProps) {
  const { facts, marked, lost } = segment;
  return (
    <li>
      <button
        type="button"
        aria-label={nameOf(segment)}
        aria-current={isCurrent ? "step" : undefined}
        data-state={facts === null ? "unheard" : marked ? "marked" : "open"}
        onClick={onGo}
      >
        <span>{segment.segment + 1}</span>
        <small>{lost > 0 ? deductionText(lost) : marked ? "✓" : ""}</small>
      </button>
    </li>
  );
}

type Props = {
  dialogues: readonly ExamDialogue[];
  sheet: readonly SheetSegment[];
  /** Position on the sheet of the segment that is looked at. */
  at: number;
  onGo: (at: number) => void;
};

/** All segments of the mock, with what they cost so far; each a press away. */
export function SegmentRail({ dialogues, sheet, at, onGo }: Props) {
  return (
    <nav className="sheet-rail" aria-label="Segments">
      {dialogues.map(({ title, language, scenario_id: id }, dialogue) => (
        <section key={`${language} ${id}`}>
          <h2>
            <span>Dialogue {dialogue + 1}</span> <span {...titleLanguage(title, language)}>{title}</span>
          </h2>
          <ol>
            {sheet.map(
              (segment, position) =>
                segment.dialogue === dialogue && (
                  <SegmentJump
                    key={segment.segment}
                    segment={segment}
                    isCurrent={position === at}
                    onGo={() => onGo(position)}
                  />
                ),
            )}
          </ol>
        </section>
      ))}
    </nav>
  );
}
