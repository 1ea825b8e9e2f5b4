import { useId, useLayoutEffect, useRef } from "react";
import { languageLabel } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import type { ReceivedComment } from "../../../../../domain/sharing/share-comment.ts";
import { Button } from "../../../ui/button.tsx";
import type { DialogueContent } from "./exam-content.tsx";
import { Explanation, type OpenExplanations } from "./explanations.tsx";
import { ListeningPanel } from "./listening-panel.tsx";
import { NoteEditor, NoteList } from "./notes.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import { recordingEnd, type SheetSegment, segmentEventTexts } from "./sheet-view.ts";
import { UnitList, UnitProposal } from "./units.tsx";
import type { Sheet } from "./use-sheet.ts";

type HeadProps = { exam: Exam; segment: SheetSegment; dialogue: ExamDialogue; onUnmark: () => void };

function SegmentHead({ exam, segment, dialogue, onUnmark }: HeadProps) {
  const { text } = segment;
  const direction = text && interpretingDirectionOf(text, dialogue.language);
  const events = segmentEventTexts(exam, dialogue, segment);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <header className="sheet-segment-head">
      <h2 ref={heading} tabIndex={-1}>
        Segment {segment.segment + 1} <small>of {dialogue.segments.length}</small>
      </h2>
      <p>
        {text && <bdi>{text.name}</bdi>}
        {direction && ` · ${languageLabel(direction.from)} to ${languageLabel(direction.to)}`}
      </p>
      {segment.marked && (
        <Button
          variant="quiet"
          onClick={() => {
            onUnmark();
            // This button disappears, so the focus moves to the heading.
            heading.current?.focus();
          }}
        >
          Reopen segment
        </Button>
      )}
      {events.length > 0 && <p className="sheet-events">{events.join(" · ")}</p>}
    </header>
  );
}

type Props = {
  userId: string;
  exam: Exam;
  dialogue: ExamDialogue;
  content: DialogueContent;
  sheet: Sheet;
  player: SheetPlayer;
  areRecordingsKnown: boolean;
  comments: readonly ReceivedComment[];
  explanations: OpenExplanations;
};

/** Returns the focus to the control that opened the note editor, because the editor replaces that control. */
function useReturnedFocus(isWriting: boolean) {
  const section = useRef<HTMLElement>(null);
  const openedBy = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (isWriting || openedBy.current === null) return;
    const openers = [...(section.current?.querySelectorAll<HTMLElement>("[data-opens]") ?? [])];
    const opener = openers.find((each) => each.dataset["opens"] === openedBy.current) ?? openers[0];
    openedBy.current = null;
    if (document.activeElement === document.body) opener?.focus();
  }, [isWriting]);
  return { section, openedBy };
}

function JudgingPanel({ exam, dialogue, content, sheet, explanations }: Props) {
  const { segment, draft } = sheet;
  const id = useId();
  const facts = { kinds: exam.errors.value, step: exam.marks.value.step };
  const { section, openedBy } = useReturnedFocus(draft !== null);
  const closeMissed = () => {
    explanations.close("missed");
    const units = (outcome: string) => section.current?.querySelector<HTMLElement>(`.sheet-unit${outcome} button`);
    (units("[data-outcome='missed']") ?? units(""))?.focus();
  };
  return (
    <section ref={section} className="sheet-judging" aria-label="Marking">
      <UnitList
        segment={segment}
        isLoading={content.kind === "loading"}
        language={dialogue.language}
        onTick={sheet.tick}
        onRestCarried={sheet.tickRest}
      />
      {/* A live region announces the explanation, because the focus does not move to it. */}
      <div role="status">
        {explanations.terms.includes("missed") && <Explanation id={id} term="missed" onClose={closeMissed} />}
      </div>
      <UnitProposal exam={exam} units={segment.units} lost={segment.lost} />
      <h3>Errors</h3>
      {draft ? (
        <NoteEditor
          key={draft.note.id}
          {...facts}
          draft={draft}
          longest={recordingEnd(segment)}
          explanations={explanations}
          onChange={sheet.change}
          onSave={sheet.save}
          onCancel={sheet.cancel}
          onRemove={sheet.remove}
        />
      ) : (
        <NoteList
          notes={segment.notes}
          kinds={facts.kinds}
          onBegin={(kind) => {
            openedBy.current = kind;
            sheet.begin(kind);
          }}
          onOpen={(note) => {
            openedBy.current = note.id;
            sheet.open(note);
          }}
        />
      )}
    </section>
  );
}

export function SegmentPanel(props: Props) {
  return (
    <article className="sheet-segment">
      <SegmentHead
        exam={props.exam}
        segment={props.sheet.segment}
        dialogue={props.dialogue}
        onUnmark={props.sheet.unmark}
      />
      <ListeningPanel {...props} />
      <JudgingPanel {...props} />
    </article>
  );
}
