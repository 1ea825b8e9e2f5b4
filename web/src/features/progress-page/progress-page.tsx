import { Link } from "react-router";
import { paidLanguage } from "../../../../domain/accounts/account.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { practiceCalendar, practiceDays } from "../../../../domain/study/practice-days.ts";
import { studyDay } from "../../../../domain/study/study-day.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { DialoguesOfLearner } from "./dialogues-of-learner.tsx";
import { ExamResults } from "./exam-results.tsx";
import { MissedUnitsSection } from "./missed-units-section.tsx";
import { PracticeCalendar } from "./practice-calendar.tsx";
import { daysText } from "./progress-text.ts";
import { SpeechTrendSection } from "./speech-trend-section.tsx";
import { type LoadTrouble, useProgressFacts } from "./use-progress-facts.ts";
import "./progress-page.css";

const shownWeeks = 12;

function LoadTroubleNotice({ reason, retry, retrying }: LoadTrouble) {
  return (
    <div className="progress-trouble" role="alert">
      <p>Some of your progress may be missing here. {reason}</p>
      <Button busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </div>
  );
}

function NothingYet() {
  return (
    <section className="progress-nothing">
      <p>Practise a dialogue or take a mock exam to see your progress here.</p>
      <Link className="button variant-ink" to={paths.home}>
        Choose a dialogue
      </Link>
    </section>
  );
}

const dayOf = (instant: string) => studyDay(new Date(instant));

function LearnerProgress({ userId }: { userId: string }) {
  const { data: account } = useAccount();
  const loaded = useProgressFacts(userId);
  if (!account || !loaded) return <Spinner label="Loading your progress…" />;
  const { facts, trouble } = loaded;
  const { study, rows, completed, exams, today } = facts;
  const days = practiceDays({ study, rows, completed, exams }, dayOf);
  const weeks = practiceCalendar(days, today, shownWeeks);
  const language = paidLanguage(account, serverNow());
  const thisWeek = daysText(weeks.slice(-1));
  return (
    <>
      {trouble && <LoadTroubleNotice {...trouble} />}
      {days.size === 0 && !trouble && <NothingYet />}
      {days.size > 0 && (
        <>
          {thisWeek !== "" && <p className="progress-lead">This week: {thisWeek}.</p>}
          <PracticeCalendar {...{ weeks, today }} />
          <SpeechTrendSection {...{ study, today }} />
          <DialoguesOfLearner {...{ userId, language, study }} />
          <MissedUnitsSection {...{ study, today }} />
          <ExamResults exams={exams} />
        </>
      )}
    </>
  );
}

export function ProgressPage() {
  const session = useSession();
  return (
    <main className="page progress-page" id="main">
      <PageTitle>Progress</PageTitle>
      <h1>Progress</h1>
      {session.kind === "learner" && <LearnerProgress key={session.userId} userId={session.userId} />}
    </main>
  );
}
