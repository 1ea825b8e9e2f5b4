import { useId } from "react";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import type { DialogueContent } from "./dialogue-content.ts";
import { DialogueNotice } from "./dialogue-notice.tsx";
import { Explanation } from "./explanation.tsx";
import { NoteEditor } from "./note-editor.tsx";
import { NoteList } from "./note-list.tsx";
import { Scripts } from "./scripts.tsx";
import { SegmentHead } from "./segment-head.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import { recordingEnd } from "./sheet-view.ts";
import { TakeFigures } from "./take-figures.tsx";
import { TakeLine } from "./take-line.tsx";
import { UnitList } from "./unit-list.tsx";
import { UnitProposal } from "./unit-proposal.tsx";
import type { OpenExplanations } from "./use-explanations.ts";
import type { Sheet } from "./use-sheet.ts";
import { Voices } from "./voices.tsx";

/** Why there is no take to be heard of a segment. */
function AbsentTake({ facts }: { facts: Sheet["segment"]["facts"] }) {
  const words =
    facts === null
      ? "This segment was not heard: the mock had ended before it."
      : facts.take_seconds === null
        ? "Nothing was recorded in this segment."
        : "This take is not on this device: it was recorded on another one, or deleted. It can be marked all the same.";
  return <p className="sheet-notice">{words}</p>;
}

type Props = {
  exam: Exam;
  dialogue: ExamDialogue;
  content: DialogueContent;
  sheet: Sheet;
  player: SheetPlayer;
  /** Whether it is known which takes are here. */
  areTakesKnown: boolean;
  explanations: OpenExplanations;
};

function Listening({ dialogue, content, sheet, player, areTakesKnown }: Props) {
  const { segment } = sheet;
  const { take } = segment;
  return (
    <section className="sheet-listening" aria-label="What was said">
      <DialogueNotice content={content} />
      <Voices player={player} segment={segment} />
      {take && <TakeLine take={take} notes={segment.notes} player={player} onOpen={sheet.open} />}
      {!take && areTakesKnown && <AbsentTake facts={segment.facts} />}
      <Scripts segment={segment} language={dialogue.language} />
      {take && <TakeFigures take={take} segment={segment} content={content} />}
    </section>
  );
}

function Judging({ exam, dialogue, content, sheet, explanations }: Props) {
  const { segment, draft } = sheet;
  const id = useId();
  const facts = { kinds: exam.errors.value, step: exam.marks.value.step };
  return (
    <section className="sheet-judging" aria-label="Marking">
      <UnitList
        segment={segment}
        isLoading={content.kind === "loading"}
        language={dialogue.language}
        onTick={sheet.tick}
        onRestCarried={sheet.tickRest}
      />
      {/* Announced when it appears: the focus stays where a unit was ticked. */}
      <div role="status">
        {explanations.terms.includes("missed") && (
          <Explanation id={id} term="missed" onClose={() => explanations.close("missed")} />
        )}
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
        <NoteList notes={segment.notes} kinds={facts.kinds} onBegin={sheet.begin} onOpen={sheet.open} />
      )}
    </section>
  );
}

/** One segment of the sheet: what was heard and said on the one side, what was carried on the other. */
export function SegmentPanel(props: Props) {
  return (
    <article className="sheet-segment">
      <SegmentHead
        exam={props.exam}
        segment={props.sheet.segment}
        dialogue={props.dialogue}
        onUnmark={props.sheet.unmark}
      />
      <Listening {...props} />
      <Judging {...props} />
    </article>
  );
}
