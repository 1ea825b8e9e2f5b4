import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Account, paidLanguage } from "../../../../../domain/accounts/account.ts";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { dialogueLanguageOf, exampleLanguage } from "../../../../../domain/content/scenario.ts";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type DrawCandidate, type DrawResult, drawDialogues } from "../../../../../domain/exam/exam-draw.ts";
import { type Exam, type ExamId, exams } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { type DialogueId, isForDialogue, type UserProgress } from "../../../../../domain/practice/progress.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { relativeDayPhrase } from "../../../ui/relative-day.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { type DialogueToDownload, evictOfflineContent } from "../../content/offline-content.ts";
import { type DialoguesState, type Scenario, useDialogues } from "../../content/scenarios.ts";
import { useProgress } from "../../progress/progress.ts";
import { useExamAttempts } from "../attempts/exam-attempts.ts";
import { findRunningElsewhere } from "../attempts/merge-local-exams.ts";
import { type ExamSession, ExamSessionView, startExam } from "./exam-session.tsx";
import { Preparation } from "./preparation.tsx";

const examId: ExamId = "naati-ccl";
const exam = exams[examId];

type DrawState =
  | { kind: "loading" }
  | (Extract<DialoguesState, { kind: "failed" }> & { title: string })
  | { kind: "too-few"; there: number; needed: number }
  | { kind: "drawn"; dialogues: readonly DialogueToDownload[]; remarks: readonly string[] };

type DrawRequest = { userId: string; account: Account; exam: Exam; seed: number };

/** In ms since 1970; null if no practice of the dialogue and no exam with it is known. */
function lastHeardAt({ language, scenarioId }: DialogueId, heard: HeardBefore): number | null {
  const practised = heard.progress.filter((row) => isForDialogue(row, { language, scenarioId }));
  const sat = heard.attempts.filter(({ dialogues }) =>
    dialogues.some((each) => each.scenario_id === scenarioId && each.language === language),
  );
  const times = [...practised.map((row) => row.last_attempt_at), ...sat.map((attempt) => attempt.started_at)];
  return times.length === 0 ? null : Math.max(...times.map((time) => Date.parse(time)));
}

type HeardBefore = { progress: readonly UserProgress[]; attempts: readonly ExamAttemptFacts[] };
type DialogueCandidate = DrawCandidate & { wanted: DialogueToDownload };

function toCandidate(
  { id, title, topicId, listed }: Scenario,
  learners: LanguageName | null,
  heard: HeardBefore,
): DialogueCandidate {
  const language = dialogueLanguageOf(id, learners) ?? exampleLanguage;
  return {
    ...{ language, scenarioId: id, topic: topicId, title, version: listed.version, words: listed.words },
    lastHeardAt: lastHeardAt({ language, scenarioId: id }, heard),
    wanted: { language, topicId, listed },
  };
}

function remarksOn(
  { dialogues, ofDifferentTopics, ofExamLength }: Extract<DrawResult, { kind: "drawn" }>,
  exam: Exam,
): string[] {
  const { least, most } = exam.words.value;
  const isLengthKnown = dialogues.every(({ words }) => words !== undefined);
  // The examples are listed together, but are about different topics.
  const areExamples = dialogues.every(({ topic }) => topic === "example");
  return [
    ...(ofDifferentTopics || areExamples || !exam.dialogues.value.ofDifferentTopics
      ? []
      : ["These dialogues share a topic, unlike those of the real exam."]),
    ...(ofExamLength
      ? []
      : [
          isLengthKnown
            ? `Not all of these dialogues have ${least} to ${most} words, the usual length of exam dialogues.`
            : `Exam dialogues usually have ${least} to ${most} words. These dialogues may be shorter or longer.`,
        ]),
  ];
}

function useDraw({ userId, account, exam, seed }: DrawRequest): DrawState {
  // Fixed, so that the end of a plan does not change the draw.
  const [language] = useState(() => paidLanguage(account, serverNow()));
  const dialogues = useDialogues(userId, language);
  const progress = useProgress(userId);
  const sat = useExamAttempts(userId);
  const [drawn, setDrawn] = useState<DrawState | null>(null);
  if (drawn) return drawn;
  if (dialogues.kind === "failed") return { ...dialogues, title: "The dialogues could not be loaded" };
  if (dialogues.kind === "loading") return dialogues;
  if (progress.isPending || sat.kind === "loading") return { kind: "loading" };
  // If the progress cannot be loaded, only dialogues of past exams count as heard.
  const heard = { progress: progress.data ?? [], attempts: sat.attempts };
  const candidates = dialogues.scenarios.map((scenario) => toCandidate(scenario, language, heard));
  const result = drawDialogues(exam, candidates, seed);
  if (result.kind === "too-few") {
    const { missing, retry, retrying } = dialogues;
    const title = "Some dialogues could not be loaded";
    const reason = "Please try again later.";
    return missing.length > 0 ? { kind: "failed", title, reason, retry, retrying } : result;
  }
  const wanted = result.dialogues.map(({ wanted }) => wanted);
  const next: DrawState = { kind: "drawn", dialogues: wanted, remarks: remarksOn(result, exam) };
  // Fixes the draw, so that later changes of the lists cause no new draw.
  setDrawn(next);
  return next;
}

function useSeed(): number {
  const [params] = useSearchParams();
  const [own] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const named = params.get("seed");
  return named !== null && /^\d{1,10}$/.test(named) && Number(named) < 2 ** 32 ? Number(named) : own;
}

const backLink = <Link to={paths.exam}>All mock exams</Link>;

type StartedExam = { session: ExamSession; attemptId: string };
type Props = { userId: string; account: Account };

function DrawnExam({ userId, account, onBegin }: Props & { onBegin: (begun: StartedExam) => void }) {
  const seed = useSeed();
  const drawn = useDraw({ userId, account, exam, seed });
  const [attemptId] = useState(() => crypto.randomUUID());
  switch (drawn.kind) {
    case "loading":
      return <Spinner label="Choosing the dialogues…" />;
    case "failed":
      return (
        <NoticePage
          title={drawn.title}
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
        <NoticePage title="Too few dialogues for a mock exam" tab="Mock exam" action={backLink}>
          {exam.name} needs {drawn.needed} dialogues. Parlance found {drawn.there === 0 ? "none" : drawn.there}.
        </NoticePage>
      );
    case "drawn":
      return (
        <Preparation
          {...{ userId, attemptId, exam, seed }}
          dialogues={drawn.dialogues}
          remarks={drawn.remarks}
          isResumed={false}
          onStart={(offlineContent) => {
            void evictOfflineContent(userId, attemptId);
            onBegin({
              attemptId,
              session: {
                content: offlineContent,
                studio: startExam({ userId, attemptId, exam, content: offlineContent }, examId, seed),
              },
            });
          }}
        />
      );
  }
}

/**
 * The learner may start a second exam, because the first may never be resumed.
 * Why: docs/decisions/0098-exams-without-the-server.md
 */
function RunningElsewhereGuard(props: Props & { onBegin: (begun: StartedExam) => void }) {
  const mocks = useExamAttempts(props.userId);
  const [isSecond, setSecond] = useState(false);
  const elsewhere = mocks.kind === "known" && !isSecond ? findRunningElsewhere(mocks.attempts) : null;
  if (!elsewhere) return <DrawnExam {...props} />;
  return (
    <NoticePage
      title="Another mock exam may not be finished"
      tab="Mock exam"
      action={
        <span className="notice-actions">
          <Button onClick={() => setSecond(true)}>Start a new exam</Button>
          {backLink}
        </span>
      }
    >
      You started it {relativeDayPhrase(elsewhere.started_at, serverNow())}. If it is still open in another browser,
      continue or end it there. Or start a new exam here.
    </NoticePage>
  );
}

export function NewExam({ userId, account }: Props) {
  const [begun, setBegun] = useState<StartedExam | null>(null);
  if (begun) return <ExamSessionView {...begun} {...{ exam, userId }} />;
  return <RunningElsewhereGuard {...{ userId, account }} onBegin={setBegun} />;
}
