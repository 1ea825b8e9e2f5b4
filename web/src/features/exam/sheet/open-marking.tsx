import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { ExamAttempt, Marking, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markerOf, type Place, placeOf } from "../../../../../domain/exam/exam-marking.ts";
import { isMarkingComplete } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { dialogueParameter, segmentParameter } from "../../../../../domain/http/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { momentText } from "../../../ui/moment.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { useExamComments } from "../../sharing/shares.ts";
import type { SyncStatus } from "../attempts/merge-local-exams.ts";
import { ExamResult } from "../result/exam-result.tsx";
import type { DialogueContent, ExamRecordingsState } from "./exam-content.tsx";
import { saveExamReviews } from "./exam-reviews.ts";
import { MarkingSheet } from "./marking-sheet.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import type { MarkingSelection } from "./use-marking.ts";

export function HiddenMarking({ marking, onShow }: { marking: Marking; onShow: () => void }) {
  const marker = markerOf(marking.changes);
  const whose = isOwnMarker(marker) ? "your" : <bdi>{marker.trim()}’s</bdi>;
  return (
    <section className="exam-cover" aria-labelledby="exam-cover-title">
      <h2 id="exam-cover-title">{isOwnMarker(marker) ? "Your marking is hidden" : <>{whose} marking is hidden</>}</h2>
      <p role="status">Until all markings of this exam are complete, markers should see only their own notes.</p>
      <Button variant="ink" onClick={onShow}>
        Show {whose} marking
      </Button>
    </section>
  );
}

const maxNamed = 5;

function changeText(change: MarkingChange): string {
  const place = placeOf(change);
  const where = place ? ` (dialogue ${place.dialogue + 1}, segment ${place.segment + 1})` : "";
  if (change.type !== "note") return `Marked unit${where}`;
  if (!change.note) return "Removed note";
  return `${errorKindNames[change.note.kind]} at ${momentText(change.note.at_seconds)}${where}`;
}

function leftOutText(changes: readonly MarkingChange[]): string {
  const named = changes.slice(0, maxNamed).map(changeText);
  const rest = changes.length - named.length;
  return `${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join("; ")}.`;
}

export function UnsavedChangesNotice({ status }: { status: SyncStatus }) {
  switch (status.kind) {
    case "sent":
    case "waiting":
      return null;
    case "left-out":
      return (
        <p className="sheet-notice" role="alert">
          This marking is full. {status.changes.length === 1 ? "This change is" : "These changes are"} saved in this
          browser only: {leftOutText(status.changes)}
        </p>
      );
    case "refused":
      return (
        <p className="sheet-notice" role="alert">
          {status.failure === "too_many_markings"
            ? "This marking is saved in this browser only, because the exam had too many markings."
            : "Some changes to this marking are saved in this browser only."}
        </p>
      );
  }
}

type Props = {
  userId: string;
  exam: Exam;
  attempt: ExamAttempt;
  contents: readonly DialogueContent[];
  recordings: ExamRecordingsState;
  selection: MarkingSelection;
  player: SheetPlayer | null;
  candidate: string;
  paidLanguage: LanguageName | null;
};

/** Positions count from 1 in the URL, and from 0 in the returned place. */
function usePlaceFromUrl(): Place | undefined {
  const [parameters] = useSearchParams();
  const number = (name: string) => Number(parameters.get(name) ?? Number.NaN) - 1;
  const place = { dialogue: number(dialogueParameter), segment: number(segmentParameter) };
  return Number.isInteger(place.dialogue) && Number.isInteger(place.segment) ? place : undefined;
}

export function OpenMarking(props: Props) {
  const { userId, exam, attempt, contents, recordings, selection, player, candidate, paidLanguage } = props;
  const { marking, markings } = selection;
  const opensAt = usePlaceFromUrl();
  const comments = useExamComments(userId, attempt.attempt_id);
  // Comments could influence a learner who is still marking.
  const showsComments = isMarkingComplete(attempt, marking.changes);
  const [view, setView] = useState<"sheet" | "result">(() => {
    // On the sheet, a key press would change another marker's notes.
    const opensSheet = opensAt && isOwnMarker(markerOf(marking.changes));
    return isMarkingComplete(attempt, marking.changes) && !opensSheet ? "result" : "sheet";
  });
  useEffect(() => () => void player?.pause(), [player]);
  const textAt = ({ dialogue, segment }: Place) => {
    const content = contents[dialogue];
    return content?.kind === "ready" ? (content.segments[segment] ?? null) : null;
  };
  const change = (changes: readonly MarkingChange[]) => {
    selection.change(changes);
    void saveExamReviews({ userId, attempt, marking, contents, added: changes });
  };
  const show = (next: "sheet" | "result") => {
    player?.pause();
    setView(next);
    // Otherwise the next view would keep the scroll position.
    scrollTo({ top: 0, behavior: "instant" });
  };
  return (
    <Tabs
      label="Mock exam"
      selected={view}
      onSelect={show}
      tabs={[
        {
          id: "sheet",
          label: "Marking sheet",
          content: player && (
            <>
              {comments.length > 0 && !showsComments && (
                <p className="sheet-notice">You have received feedback. Finish marking to see it here.</p>
              )}
              <MarkingSheet
                {...{ userId, exam, attempt, contents, recordings, player, opensAt }}
                changes={marking.changes}
                comments={showsComments ? comments : []}
                onChange={change}
                onResult={() => show("result")}
              />
            </>
          ),
        },
        {
          id: "result",
          label: "Result",
          content: <ExamResult {...{ exam, attempt, marking, markings, candidate, paidLanguage, textAt }} />,
        },
      ]}
    />
  );
}
