import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Account } from "../../../../../domain/accounts/account.ts";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type Exam, findExam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { useActivity } from "../../../browser/activity-lock.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { useAccount } from "../../accounts/account.ts";
import { useSession } from "../../accounts/session.ts";
import { loadOfflineContent, type OfflineContent } from "../../content/offline-content.ts";
import { useExamLock } from "../attempts/exam-lock.ts";
import { loadRunningAttempt, type RunningAttempt, saveAttempt } from "../attempts/local-exams.ts";
import { type ExamSession, ExamSessionView, resumeExam } from "./exam-session.tsx";
import { NewExam } from "./new-exam.tsx";
import { Preparation } from "./preparation.tsx";
import { useListedDialogues } from "./use-listed-dialogues.ts";

const allExamsLink = <Link to={paths.exam}>All mock exams</Link>;

type InterruptedExamProps = {
  userId: string;
  running: RunningAttempt;
  exam: Exam;
  offlineContent: OfflineContent | null;
};

type RepeatedPreparationProps = Omit<InterruptedExamProps, "offlineContent"> & {
  onStart: (offlineContent: OfflineContent) => void;
};

function RepeatedPreparation({ userId, running, exam, onStart }: RepeatedPreparationProps) {
  const { attemptId, facts } = running;
  const listed = useListedDialogues(userId, facts.dialogues);
  // Kept, because a new list would start the download again.
  const [dialogues, setDialogues] = useState(listed);
  if (!dialogues && listed) setDialogues(listed);
  if (!dialogues) return <Spinner label="Loading the dialogues…" />;
  return <Preparation {...{ userId, attemptId, exam, dialogues, onStart }} remarks={[]} seed={facts.seed} isResumed />;
}

function InterruptedExam({ userId, running, exam, offlineContent: known }: InterruptedExamProps) {
  const { attemptId, facts } = running;
  const [sat, setSat] = useState<ExamSession | null>(null);
  const [offlineContent, setOfflineContent] = useState(known);
  useEffect(() => {
    if (!offlineContent) return;
    let isOver = false;
    void resumeExam({ userId, attemptId, exam, content: offlineContent }, facts).then((studio) => {
      if (isOver) studio.dispose();
      else setSat({ studio, content: offlineContent });
    });
    return () => {
      isOver = true;
    };
  }, [userId, attemptId, facts, exam, offlineContent]);
  if (sat) return <ExamSessionView {...{ session: sat, exam, userId, attemptId }} />;
  if (offlineContent) return <Spinner label="Loading your recordings…" />;
  return <RepeatedPreparation {...{ userId, running, exam }} onStart={setOfflineContent} />;
}

type RunningExamLookup = { running: RunningAttempt; offlineContent: OfflineContent | null } | "nothing" | "looking";

function useRunningExam(userId: string): RunningExamLookup {
  const [found, setFound] = useState<RunningExamLookup>("looking");
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<RunningExamLookup> => {
      const running = await loadRunningAttempt(userId);
      if (!running) return "nothing";
      return {
        running,
        offlineContent: await loadOfflineContent({ userId, name: running.attemptId }).catch(() => null),
      };
    };
    // A browser without storage has no running exam.
    look().then(
      (next) => isOver || setFound(next),
      () => isOver || setFound("nothing"),
    );
    return () => {
      isOver = true;
    };
  }, [userId]);
  return found;
}

const endedFacts = (facts: ExamAttemptFacts): ExamAttemptFacts => ({
  ...facts,
  outcome: "ended",
  ended_at: serverNow().toISOString(),
  revision: facts.revision + 1,
});

function ExamLoader({ userId, account }: { userId: string; account: Account }) {
  const found = useRunningExam(userId);
  if (found === "looking") return <Spinner label="Checking for an exam in progress…" />;
  if (found === "nothing") return <NewExam userId={userId} account={account} />;
  const exam = findExam(found.running.facts.exam);
  if (exam) return <InterruptedExam userId={userId} exam={exam} {...found} />;
  const { attemptId, facts } = found.running;
  const end = () =>
    saveAttempt(userId, attemptId, endedFacts(facts)).then(
      () => window.location.reload(),
      () => showToast(messages.examNotEnded),
    );
  return (
    <NoticePage title="This mock exam cannot continue" action={<Button onClick={() => void end()}>End exam</Button>}>
      This version of Parlance does not know this exam. Reload the page, or end the exam.
    </NoticePage>
  );
}

function ExamLockGuard({ userId, account }: { userId: string; account: Account }) {
  const sole = useExamLock(userId);
  useActivity(sole.kind === "mine");
  if (sole.kind === "asking") return <Spinner label="Checking for an exam in progress…" />;
  if (sole.kind === "mine") return <ExamLoader userId={userId} account={account} />;
  return (
    <NoticePage
      title="The mock exam page may be open in another tab"
      action={
        <span className="notice-actions">
          <Button onClick={sole.retry}>Try again</Button>
          {allExamsLink}
        </span>
      }
    >
      If the page is open in another tab, use that tab, or close it and try again here. If not, allow site data for
      Parlance in your browser's settings, then reload this page.
    </NoticePage>
  );
}

export function ExamSessionPage() {
  const session = useSession();
  const { data: account } = useAccount();
  if (session.kind !== "learner" || !account) return <Spinner label="Loading…" />;
  return <ExamLockGuard key={session.userId} userId={session.userId} account={account} />;
}
