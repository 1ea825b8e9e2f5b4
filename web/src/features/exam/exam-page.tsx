import { paidLanguage } from "../../../../domain/accounts/account.ts";
import { exams } from "../../../../domain/exam/exams.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { countWord } from "../../ui/count-word.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { EquipmentRule, ExamSteps, RuleSources, StorageNotice } from "./about-exam.tsx";
import { markedAttempts, unmarkedAttemptIds } from "./attempt-status.ts";
import { type ExamAttempts, useKnownExamAttempts } from "./attempts/exam-attempts.ts";
import { MarksOverTime } from "./marks-over-time.tsx";
import { PastExams } from "./past-exams.tsx";
import { KeptRecordings } from "./session/kept-recordings.tsx";
import { ContinueExamCard, StartExamCard } from "./start-exam.tsx";
import "./exam-page.css";

const examId = "naati-ccl";
const exam = exams[examId];

type LoadedAttempts = Extract<ExamAttempts, { kind: "known" }>;

function LoadErrorNotice({ loadError }: Pick<LoadedAttempts, "loadError">) {
  if (!loadError) return null;
  const { reason, retry, retrying } = loadError;
  return (
    <div className="past-exams-trouble" role="alert">
      <p>Some of your mock exams may be missing. {reason}</p>
      <Button busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </div>
  );
}

function PastExamsSection({ userId, attempts, loadError }: LoadedAttempts & { userId: string }) {
  const past = attempts.filter(({ isRunningInThisBrowser }) => !isRunningInThisBrowser);
  return (
    <section aria-labelledby="past-exams">
      <h2 id="past-exams">Your mock exams</h2>
      <LoadErrorNotice loadError={loadError} />
      <MarksOverTime exam={exam} attempts={markedAttempts(past, examId)} />
      <PastExams userId={userId} attempts={past} />
      <KeptRecordings userId={userId} unmarked={unmarkedAttemptIds(past)} />
    </section>
  );
}

function LearnerExams({ userId }: { userId: string }) {
  const { data: account } = useAccount();
  const attempts = useKnownExamAttempts(userId);
  if (!account || attempts.kind === "loading") return <Spinner label="Loading your mock exams…" />;
  const running = attempts.attempts.find(({ isRunningInThisBrowser }) => isRunningInThisBrowser);
  const language = paidLanguage(account, serverNow());
  return (
    <>
      {running ? (
        <ContinueExamCard attempt={running} />
      ) : (
        <StartExamCard exam={exam} userId={userId} language={language} />
      )}
      <PastExamsSection {...attempts} userId={userId} />
    </>
  );
}

export function ExamPage() {
  const session = useSession();
  return (
    <main className="page exam-page" id="main">
      <PageTitle>Mock exam</PageTitle>
      <header className="page-head">
        <h1>Mock exam</h1>
        <p>
          {countWord(exam.dialogues.value.count)} dialogues under {exam.name} conditions. Mark your exam and see where
          you lost marks.
        </p>
      </header>
      {session.kind === "learner" && <LearnerExams key={session.userId} userId={session.userId} />}
      <ExamSteps exam={exam} />
      <EquipmentRule exam={exam} />
      <StorageNotice />
      <RuleSources exam={exam} />
    </main>
  );
}
