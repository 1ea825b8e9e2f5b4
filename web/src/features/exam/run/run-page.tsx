import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import type { Account } from "../../../../../domain/accounts/account.ts";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type Exam, findExam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useAccount } from "../../accounts/account.ts";
import { useSession } from "../../accounts/session.ts";
import { type HeldContent, heldContent } from "../../content/held-content.ts";
import { keepAttempt, type RunningAttempt, runningAttempt } from "../facts/exam-facts.ts";
import { useSoleTab } from "../facts/sole-mock.ts";
import { NewMock } from "./new-mock.tsx";
import { Preparation } from "./preparation.tsx";
import { resumeMock, type Sat, Sitting } from "./sat-mock.tsx";

const allMocks = <Link to={paths.exam}>All mock exams</Link>;

type BrokenOffProps = { userId: string; running: RunningAttempt; exam: Exam; held: HeldContent | null };

/** A mock that broke off: with its dialogues on this device it goes on, else they are fetched anew first. */
function BrokenOff({ userId, running, exam, held: known }: BrokenOffProps) {
  const { attemptId, facts } = running;
  const [sat, setSat] = useState<Sat | null>(null);
  const [held, setHeld] = useState(known);
  useEffect(() => {
    if (!held) return;
    let isOver = false;
    void resumeMock({ userId, attemptId, exam, held }, facts).then((studio) => {
      if (isOver) studio.dispose();
      else setSat({ studio, held });
    });
    return () => {
      isOver = true;
    };
  }, [userId, attemptId, facts, exam, held]);
  const dialogues = useMemo(
    () =>
      facts.dialogues.map(({ language, topic_id, scenario_id, title }) => ({
        ...{ language, topicId: topic_id },
        listed: { id: scenario_id, scenario: title },
      })),
    [facts],
  );
  if (sat) return <Sitting {...{ sat, exam, userId, attemptId }} />;
  if (held) return <Spinner label="Loading your recordings…" />;
  return (
    <Preparation {...{ userId, attemptId, exam, dialogues }} remarks={[]} seed={facts.seed} goesOn onStart={setHeld} />
  );
}

type Found = { running: RunningAttempt; held: HeldContent | null } | "nothing" | "looking";

function useFound(userId: string): Found {
  const [found, setFound] = useState<Found>("looking");
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<Found> => {
      const running = await runningAttempt(userId);
      if (!running) return "nothing";
      return { running, held: await heldContent({ userId, name: running.attemptId }).catch(() => null) };
    };
    // A browser that stores nothing has none; preparing one says so.
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

const endedNow = (facts: ExamAttemptFacts): ExamAttemptFacts => ({
  ...facts,
  outcome: "ended",
  ended_at: new Date().toISOString(),
  revision: facts.revision + 1,
});

function Mock({ userId, account }: { userId: string; account: Account }) {
  const found = useFound(userId);
  if (found === "looking") return <Spinner label="Checking for an exam in progress…" />;
  if (found === "nothing") return <NewMock userId={userId} account={account} />;
  const exam = findExam(found.running.facts.exam);
  if (exam) return <BrokenOff userId={userId} exam={exam} {...found} />;
  const { attemptId, facts } = found.running;
  const end = () => void keepAttempt(userId, attemptId, endedNow(facts)).then(() => window.location.reload());
  return (
    <NoticePage title="This mock exam cannot continue" action={<Button onClick={end}>End exam</Button>}>
      Parlance no longer has this exam. Your recordings are kept.
    </NoticePage>
  );
}

/** Keeps a second tab away. */
function SoleMock({ userId, account }: { userId: string; account: Account }) {
  const sole = useSoleTab(userId);
  if (sole.kind === "asking") return <Spinner label="Checking for an exam in progress…" />;
  if (sole.kind === "mine") return <Mock userId={userId} account={account} />;
  return (
    <NoticePage
      title="A mock exam is open in another tab"
      action={
        <span className="notice-actions">
          <Button onClick={sole.retry}>Try again</Button>
          {allMocks}
        </span>
      }
    >
      You can take one exam at a time. Continue in that tab, or close it and try again here.
    </NoticePage>
  );
}

/** Where a mock exam is sat: a new one, or one that broke off. */
export function RunPage() {
  const session = useSession();
  const { data: account } = useAccount();
  if (session.kind !== "learner" || !account) return <Spinner label="Loading…" />;
  return <SoleMock key={session.userId} userId={session.userId} account={account} />;
}
