import { useMemo, useState } from "react";
import type { ExamAttemptFacts, ExamDialogue, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../../../domain/exam/exam-marking.ts";
import { computeExamResult } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import type { ReceivedComment } from "../../../../../domain/sharing/share-comment.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { useShortcuts } from "../../shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "../../shortcuts/shortcuts-dialog.tsx";
import { deductionText, dialogueMarksText, lostSoFarText } from "../result/marking-text.ts";
import type { DialogueContent, ExamRecordingsState } from "./exam-content.tsx";
import { Explanations, type Term, useExplanations } from "./explanations.tsx";
import { SegmentPanel } from "./segment-panel.tsx";
import { KeyedButton, sheetActions, sheetShortcuts } from "./sheet-keys.tsx";
import { type SheetPlayer, useSegmentAudio } from "./sheet-player.ts";
import { buildSheet, type SheetSegment } from "./sheet-view.ts";
import { type Sheet, useSheet } from "./use-sheet.ts";
import "./sheet.css";
import "./segment.css";

function segmentLabel({ segment, facts, marked, lost }: SheetSegment): string {
  const state = facts === null ? "not heard" : marked ? "marked" : "not marked yet";
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
        aria-label={segmentLabel(segment)}
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

type RailProps = {
  dialogues: readonly ExamDialogue[];
  sheet: readonly SheetSegment[];
  at: number;
  onGo: (at: number) => void;
};

function SegmentRail({ dialogues, sheet, at, onGo }: RailProps) {
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

type Props = {
  userId: string;
  exam: Exam;
  attempt: ExamAttemptFacts;
  contents: readonly DialogueContent[];
  recordings: ExamRecordingsState;
  changes: readonly MarkingChange[];
  comments: readonly ReceivedComment[];
  player: SheetPlayer;
  opensAt: Place | undefined;
  onChange: (changes: readonly MarkingChange[]) => void;
  onResult: () => void;
};

const helpTitle = "Help and keyboard shortcuts";

type FootProps = Pick<Props, "exam" | "attempt" | "changes"> & { sheet: Sheet };

function SheetFooter({ exam, attempt, changes, sheet }: FootProps) {
  const result = computeExamResult(exam, attempt, changes);
  const { dialogues, marks, of, marked, heard, isBegun } = result;
  const { segment } = sheet;
  const total = marked < heard ? lostSoFarText(result) : `${marks}/${of}`;
  return (
    <footer className="sheet-foot">
      <KeyedButton shortcut="previous" onAct={() => sheet.step(-1)}>
        Previous
      </KeyedButton>
      <p role="status" className="sheet-sum">
        <strong>{isBegun ? total : heard === 0 ? "Nothing to mark" : "Not marked yet"}</strong>{" "}
        {isBegun && <span className="sheet-dialogue-sums">{dialogues.map(dialogueMarksText).join(" + ")}</span>}{" "}
        <span>
          {marked} of {heard} marked
        </span>
      </p>
      <KeyedButton variant={sheet.draft ? "plain" : "ink"} shortcut="marked" onAct={sheet.markAndGoToNext}>
        {marked >= heard ? "See the result" : segment.marked || !segment.facts ? "Next" : "Finish segment"}
      </KeyedButton>
    </footer>
  );
}

function FixedKeys() {
  return (
    <p className="shortcut-hint">
      Selecting a unit changes it from not marked to missed, then to correct, then to not marked. While you edit a note,
      ↑ and ↓ change the marks, and Page ↑ and Page ↓ change the time. Enter in the remark saves the note, Escape
      discards your changes.
    </p>
  );
}

export function MarkingSheet(props: Props) {
  const { userId, exam, attempt, contents, recordings, changes, comments, player, opensAt, onChange, onResult } = props;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const segments = useMemo((): SheetSegment[] => {
    const texts = contents.map((content) => (content.kind === "ready" ? content.segments : null));
    return buildSheet({
      attempt,
      texts,
      changes,
      recordings: recordings.kind === "ready" ? recordings.recordings : [],
    });
  }, [attempt, contents, changes, recordings]);
  const soundOf = useSegmentAudio(contents);
  const explanations = useExplanations(userId);
  const onTerm = (term: Term) => {
    if (sheet) explanations.use(term, sheet.at);
  };
  const sheet = useSheet({
    sheet: segments,
    player,
    loadAudio: soundOf,
    exam,
    opensAt,
    onChange,
    onDone: onResult,
    onTerm,
  });
  const help = () => setHelpOpen(true);
  const kinds = exam.errors.value;
  const actions = sheet ? sheetActions({ sheet, player, kinds, onResult, onHelp: help }) : {};
  useShortcuts(sheetShortcuts, actions);
  const dialogue = sheet && attempt.dialogues[sheet.segment.dialogue];
  if (!sheet || !dialogue) return null;
  return (
    <div className="sheet">
      <SegmentRail dialogues={attempt.dialogues} sheet={segments} at={sheet.at} onGo={sheet.goTo} />
      <SegmentPanel
        {...{ userId, exam, dialogue, sheet, player }}
        explanations={explanations.openAt(sheet.at)}
        content={contents[sheet.segment.dialogue] ?? { kind: "loading" }}
        areRecordingsKnown={recordings.kind !== "loading"}
        comments={comments.filter(
          ({ dialogue, segment }) => dialogue === sheet.segment.dialogue && segment === sheet.segment.segment,
        )}
      />
      <p className="sheet-help">
        <KeyedButton variant="quiet" shortcut="help" onAct={help}>
          {helpTitle}
        </KeyedButton>
      </p>
      <SheetFooter {...{ exam, attempt, changes, sheet }} />
      {isHelpOpen && (
        <ShortcutsDialog
          of={sheetShortcuts}
          actions={actions}
          title={helpTitle}
          introduction={<Explanations kinds={kinds} />}
          onClose={() => setHelpOpen(false)}
        >
          <FixedKeys />
        </ShortcutsDialog>
      )}
    </div>
  );
}
