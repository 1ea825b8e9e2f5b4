import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Account } from "../../../../../domain/accounts/account.ts";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { exampleLanguage, languageOf } from "../../../../../domain/content/scenario.ts";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type Candidate, type Draw, draw } from "../../../../../domain/exam/exam-draw.ts";
import { type Exam, type ExamId, exams } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { hasPaidAccess } from "../../../../../domain/plans/subscription.ts";
import { type Dialogue, isAbout, type UserProgress } from "../../../../../domain/practice/progress.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { onPractisedDay } from "../../../ui/practised-day.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { letGoOfHeld, type WantedDialogue } from "../../content/held-content.ts";
import { type Dialogues, type Scenario, useDialogues } from "../../content/scenarios.ts";
import { useProgress } from "../../progress/progress.ts";
import { useExamAttempts } from "../facts/exam-attempts.ts";
import { underWayElsewhere } from "../facts/merge-here.ts";
import { Preparation } from "./preparation.tsx";
import { beginMock, type Sat, Sitting } from "./sat-mock.tsx";

const examId: ExamId = "naati-ccl";
const exam = exams[examId];

/** The dialogues drawn for a new mock exam, or the reason for none. */
type Drawn =
  | { kind: "loading" }
  | Extract<Dialogues, { kind: "failed" }>
  | { kind: "too-few"; there: number; needed: number }
  | { kind: "drawn"; dialogues: readonly WantedDialogue[]; remarks: readonly string[] };

type Request = { userId: string; account: Account; exam: Exam; seed: number };

/** When a dialogue was heard last, in practice or in a mock, in ms since 1970; null if never, as far as it is known. */
function lastHeardAt({ language, scenarioId }: Dialogue, heard: Heard): number | null {
  const practised = heard.progress.filter((row) => isAbout(row, { language, scenarioId }));
  const sat = heard.attempts.filter(({ dialogues }) =>
    dialogues.some((each) => each.scenario_id === scenarioId && each.language === language),
  );
  const times = [...practised.map((row) => row.last_attempt_at), ...sat.map((attempt) => attempt.started_at)];
  return times.length === 0 ? null : Math.max(...times.map((time) => Date.parse(time)));
}

type Heard = { progress: readonly UserProgress[]; attempts: readonly ExamAttemptFacts[] };
type DrawnFrom = Candidate & { wanted: WantedDialogue };

function candidateOf({ id, title, topicId, listed }: Scenario, learners: LanguageName | null, heard: Heard): DrawnFrom {
  const language = languageOf(id, learners) ?? exampleLanguage;
  return {
    ...{ language, scenarioId: id, topic: topicId, title, version: listed.version, words: listed.words },
    lastHeardAt: lastHeardAt({ language, scenarioId: id }, heard),
    wanted: { language, topicId, listed },
  };
}

function remarksOn({ ofDifferentTopics, ofExamLength }: Extract<Draw, { kind: "drawn" }>, exam: Exam): string[] {
  const { least, most } = exam.words.value;
  return [
    ...(ofDifferentTopics || !exam.dialogues.value.ofDifferentTopics
      ? []
      : ["These dialogues share a topic. In the real exam, each dialogue has a different topic."]),
    ...(ofExamLength ? [] : [`Not all are as long as exam dialogues, which have ${least} to ${most} words.`]),
  ];
}

/** Draws the dialogues of a mock from what the learner may practise: their language with a paid plan, else the examples. */
function useDrawn({ userId, account, exam, seed }: Request): Drawn {
  // As it was at opening: a plan that ends meanwhile takes nothing away.
  const [language] = useState(() =>
    hasPaidAccess(account.subscription, serverNow()) ? account.profile.language_preference : null,
  );
  const dialogues = useDialogues(userId, language);
  const progress = useProgress(userId);
  const sat = useExamAttempts(userId);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  if (drawn) return drawn;
  if (dialogues.kind !== "ready") return dialogues;
  // Without an answer it is not known what was heard, and then any will do.
  if (progress.isPending || sat.kind === "loading") return { kind: "loading" };
  const heard = { progress: progress.data ?? [], attempts: sat.attempts };
  const candidates = dialogues.scenarios.map((scenario) => candidateOf(scenario, language, heard));
  const result = draw(exam, candidates, seed);
  const next: Drawn =
    result.kind === "too-few"
      ? result
      : { kind: "drawn", dialogues: result.dialogues.map(({ wanted }) => wanted), remarks: remarksOn(result, exam) };
  // Once drawn it stays so, whatever is read of the lists meanwhile.
  setDrawn(next);
  return next;
}

/** The seed that the address names, by which a draw is repeated; else one of its own. */
function useSeed(): number {
  const [params] = useSearchParams();
  const [own] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const named = params.get("seed");
  return named !== null && /^\d{1,10}$/.test(named) && Number(named) < 2 ** 32 ? Number(named) : own;
}

const back = <Link to={paths.exam}>All mock exams</Link>;

type Begun = { sat: Sat; attemptId: string };
type Props = { userId: string; account: Account };

/** A mock exam from its draw on. */
function DrawnMock({ userId, account, onBegin }: Props & { onBegin: (begun: Begun) => void }) {
  const seed = useSeed();
  const drawn = useDrawn({ userId, account, exam, seed });
  const [attemptId] = useState(() => crypto.randomUUID());
  switch (drawn.kind) {
    case "loading":
      return <Spinner label="Choosing the dialogues…" />;
    case "failed":
      return (
        <NoticePage
          title="The dialogues could not be loaded"
          tab="Mock exam"
          action={
            <Button busy={drawn.retrying} onClick={drawn.retry}>
              Try again
            </Button>
          }
        >
          {drawn.reason}
        </NoticePage>
      );
    case "too-few":
      return (
        <NoticePage title="Too few dialogues for a mock exam" tab="Mock exam" action={back}>
          {exam.name} needs {drawn.needed} dialogues. You have {drawn.there}.
        </NoticePage>
      );
    case "drawn":
      return (
        <Preparation
          {...{ userId, attemptId, exam, seed }}
          dialogues={drawn.dialogues}
          remarks={drawn.remarks}
          goesOn={false}
          onStart={(held) => {
            void letGoOfHeld(userId, attemptId);
            onBegin({ attemptId, sat: { held, studio: beginMock({ userId, attemptId, exam, held }, examId, seed) } });
          }}
        />
      );
  }
}

/**
 * What comes before a mock. Whoever has one under way in another browser is asked: it is no bar, for that browser may never
 * come back, and of one without a network nothing is known.
 * Why: docs/decisions/0098-exams-without-the-server.md
 */
function Beginning(props: Props & { onBegin: (begun: Begun) => void }) {
  const mocks = useExamAttempts(props.userId);
  const [isSecond, setSecond] = useState(false);
  const elsewhere = mocks.kind === "known" && !isSecond ? underWayElsewhere(mocks.attempts) : null;
  if (!elsewhere) return <DrawnMock {...props} />;
  return (
    <NoticePage
      title="A mock exam is in progress in another browser"
      tab="Mock exam"
      action={
        <span className="notice-actions">
          <Button onClick={() => setSecond(true)}>Start a new exam</Button>
          {back}
        </span>
      }
    >
      You started it {onPractisedDay(elsewhere.started_at, serverNow())}. Continue or end it in that browser. If you
      cannot, start a new exam here. Your recordings in that browser stay there.
    </NoticePage>
  );
}

/** A mock exam that is new. While it is sat, nothing here asks the server for anything. */
export function NewMock({ userId, account }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun) return <Sitting {...begun} {...{ exam, userId }} />;
  return <Beginning {...{ userId, account }} onBegin={setBegun} />;
}
