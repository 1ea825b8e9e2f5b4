import { exams } from "../../../../domain/exam/exams.ts";
import { hasPaidAccess } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { countWord } from "../../ui/count-word.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { EquipmentRule, HowItGoes, RulesSources, WhatIsKept } from "./about-mocks.tsx";
import { type ExamAttempts, useExamAttempts } from "./facts/exam-attempts.ts";
import { markedMocks, unmarkedMocks } from "./mock-standing.ts";
import { MarksOverTime, PastMocks } from "./past-mocks.tsx";
import { KeptRecordings } from "./run/kept-recordings.tsx";
import { GoOnWithMock, StartMock } from "./start-mock.tsx";
import "./exam-page.css";

const examId = "naati-ccl";
const exam = exams[examId];

type Known = Extract<ExamAttempts, { kind: "known" }>;

function Troubles({ trouble }: Pick<Known, "trouble">) {
  if (!trouble) return null;
  const { reason, retry, retrying } = trouble;
  return (
    <div className="mocks-trouble" role="alert">
      <p>Some of your mock exams may be missing. {reason}</p>
      <Button busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </div>
  );
}

/** Past mocks, and how they went one after the other. */
function Past({ userId, attempts, trouble }: Known & { userId: string }) {
  const past = attempts.filter(({ isRunningHere }) => !isRunningHere);
  return (
    <section aria-labelledby="past-mocks">
      <h2 id="past-mocks">Your mock exams</h2>
      <Troubles trouble={trouble} />
      <MarksOverTime exam={exam} mocks={markedMocks(past, examId)} />
      <PastMocks userId={userId} attempts={past} />
      <KeptRecordings userId={userId} unmarked={unmarkedMocks(past)} />
    </section>
  );
}

function LearnersMocks({ userId }: { userId: string }) {
  const { data: account } = useAccount();
  const mocks = useExamAttempts(userId);
  if (!account || mocks.kind === "loading") return <Spinner label="Loading your mock exams…" />;
  const running = mocks.attempts.find(({ isRunningHere }) => isRunningHere);
  const paid = hasPaidAccess(account.subscription, serverNow());
  const language = paid ? account.profile.language_preference : null;
  return (
    <>
      {running ? <GoOnWithMock attempt={running} /> : <StartMock exam={exam} userId={userId} language={language} />}
      <Past {...mocks} userId={userId} />
    </>
  );
}

/** What a mock exam is, the way into one, and those that were sat. */
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
      {session.kind === "learner" && <LearnersMocks key={session.userId} userId={session.userId} />}
      <HowItGoes exam={exam} />
      <EquipmentRule exam={exam} />
      <WhatIsKept />
      <RulesSources exam={exam} />
    </main>
  );
}
