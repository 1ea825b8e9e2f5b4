import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { type Account, paidLanguage } from "../../../../../domain/accounts/account.ts";
import { displayName } from "../../../../../domain/accounts/profile.ts";
import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import { type Exam, findExam } from "../../../../../domain/exam/exams.ts";
import { markingParameter, paths } from "../../../../../domain/http/pages.ts";
import { hasPaidAccess } from "../../../../../domain/plans/subscription.ts";
import { useActivity } from "../../../browser/activity-lock.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useAccount } from "../../accounts/account.ts";
import { useSession } from "../../accounts/session.ts";
import { AskButton } from "../../sharing/ask-button.tsx";
import { useKnownExamAttempts, useKnownMarkings } from "../attempts/exam-attempts.ts";
import type { KnownMarking } from "../attempts/merge-local-exams.ts";
import { dayText } from "../result/marking-text.ts";
import { useDialogueContents, useExamRecordings } from "./exam-content.tsx";
import { examShareSource } from "./exam-share-source.ts";
import { MarkingChoice } from "./marking-choice.tsx";
import { HiddenMarking, OpenMarking, UnsavedChangesNotice } from "./open-marking.tsx";
import { useSheetPlayer } from "./sheet-player.ts";
import { useMarking } from "./use-marking.ts";

type Props = {
  userId: string;
  account: Account;
  exam: Exam;
  attempt: ExamAttempt;
  markings: readonly KnownMarking[];
};

function AttemptScreen({ userId, account, exam, attempt, markings }: Props) {
  useActivity(true);
  const { attempt_id: attemptId, dialogues } = attempt;
  // Fixed when the page opens, so that the end of a plan does not disturb the marking.
  const [paid] = useState(() => hasPaidAccess(account.subscription, serverNow()));
  const contents = useDialogueContents(userId, dialogues, paid);
  const recordings = useExamRecordings(userId, attemptId);
  const linkedMarking = useSearchParams()[0].get(markingParameter);
  const selection = useMarking(userId, attempt, markings, linkedMarking);
  const player = useSheetPlayer();
  const syncStatus = markings.find(({ marking_id: id }) => id === selection.marking.marking_id)?.syncStatus;
  const candidate = displayName({ profileName: account.profile.full_name, email: account.profile.email });
  const title = `Mock exam of ${dayText(attempt.started_at)}`;
  return (
    <main className="page wide exam-attempt" id="main">
      <PageTitle>{title}</PageTitle>
      <p className="exam-ways">
        <Link to={paths.exam}>All mock exams</Link>
      </p>
      <header className="exam-head">
        <h1>{title}</h1>
        <MarkingChoice selection={selection} />
        {recordings.kind === "ready" && recordings.recordings.length > 0 && (
          <AskButton
            variant="quiet"
            loadSource={() => examShareSource(attempt, recordings.recordings, selection.markings)}
          />
        )}
      </header>
      {syncStatus && !selection.isHidden && <UnsavedChangesNotice status={syncStatus} />}
      {selection.isHidden ? (
        <HiddenMarking marking={selection.marking} onShow={selection.reveal} />
      ) : (
        <OpenMarking
          key={selection.marking.marking_id}
          {...{ userId, exam, attempt, contents, recordings: recordings, selection, player }}
          candidate={candidate}
          paidLanguage={paidLanguage(account, serverNow())}
        />
      )}
    </main>
  );
}

const allExamsLink = <Link to={paths.exam}>All mock exams</Link>;

function AttemptLoader({ userId, attemptId }: { userId: string; attemptId: string }) {
  const { data: account } = useAccount();
  const known = useKnownExamAttempts(userId);
  const marked = useKnownMarkings(userId, attemptId);
  if (!account || known.kind === "loading" || marked.kind === "loading") {
    return <Spinner label="Loading the mock exam…" />;
  }
  const attempt = known.attempts.find(({ attempt_id: id }) => id === attemptId);
  if (!attempt && known.loadError) {
    return (
      <NoticePage
        title="The mock exam could not be loaded"
        action={<Button onClick={known.loadError.retry}>Try again</Button>}
      >
        {known.loadError.reason}
      </NoticePage>
    );
  }
  if (!attempt) {
    return (
      <NoticePage title="Mock exam not found" action={allExamsLink}>
        Parlance finds no mock exam of yours at this address.
      </NoticePage>
    );
  }
  if (attempt.outcome === "running") {
    const title = `This mock exam ${attempt.isRunningInThisBrowser ? "is not" : "may not be"} finished`;
    return (
      <NoticePage title={title} action={allExamsLink}>
        Finish or end the exam in the browser where you started it. Then you can mark it.
      </NoticePage>
    );
  }
  const exam = findExam(attempt.exam);
  if (!exam) {
    return (
      <NoticePage title="Unknown exam" action={allExamsLink}>
        This version of Parlance does not know this kind of exam. Reload the page. If that does not help, write to us
        under Support.
      </NoticePage>
    );
  }
  const { deleted_markings: deleted = [] } = attempt;
  const isMarked = attempt.markings.some(({ marking_id: id }) => !deleted.includes(id));
  // Otherwise a key press would start another marking.
  if (marked.loadError && isMarked && marked.markings.length === 0) {
    return (
      <NoticePage
        title="The marking could not be loaded"
        action={
          <Button busy={marked.loadError.retrying} onClick={marked.loadError.retry}>
            Try again
          </Button>
        }
      >
        {marked.loadError.reason}
      </NoticePage>
    );
  }
  return <AttemptScreen key={attemptId} {...{ userId, account, exam, attempt }} markings={marked.markings} />;
}

export function SheetPage() {
  const { attemptId } = useParams();
  const session = useSession();
  if (session.kind !== "learner" || !attemptId) {
    return (
      <NoticePage title="Mock exam not found" action={allExamsLink}>
        You have no mock exam at this address.
      </NoticePage>
    );
  }
  return <AttemptLoader key={attemptId} userId={session.userId} attemptId={attemptId} />;
}
