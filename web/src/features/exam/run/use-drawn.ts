import { useState } from "react";
import type { Account } from "../../../../../domain/accounts/account.ts";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { exampleLanguage, languageOf } from "../../../../../domain/content/scenario.ts";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type Candidate, type Draw, draw } from "../../../../../domain/exam/exam-draw.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { hasPaidAccess } from "../../../../../domain/plans/subscription.ts";
import { type Dialogue, isAbout, type UserProgress } from "../../../../../domain/practice/progress.ts";
import { serverNow } from "../../../browser/server-time.ts";
import type { WantedDialogue } from "../../content/held-content.ts";
import { type Dialogues, type Scenario, useDialogues } from "../../content/scenarios.ts";
import { useProgress } from "../../progress/progress.ts";
import { useExamAttempts } from "../facts/exam-attempts.ts";

/** What a mock would be made of. */
export type Drawn =
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
      : ["In the exam they are of different topics; there are not enough of those to draw from."]),
    ...(ofExamLength ? [] : [`Not all of them are as long as the exam's, which have ${least} to ${most} words.`]),
  ];
}

/** Draws the dialogues of a mock from what the learner may practise: their language with a paid plan, else the examples. */
export function useDrawn({ userId, account, exam, seed }: Request): Drawn {
  // As it was at opening: a plan that ends meanwhile takes nothing away.
  const [language] = useState(() =>
    hasPaidAccess(account.subscription, serverNow()) ? account.profile.language_preference : null,
  );
  const dialogues = useDialogues(userId, language);
  const progress = useProgress(userId);
  const exams = useExamAttempts(userId);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  if (drawn) return drawn;
  if (dialogues.kind !== "ready") return dialogues;
  // Without an answer it is not known what was heard, and then any will do.
  if (progress.isPending || exams.kind === "loading") return { kind: "loading" };
  const heard = { progress: progress.data ?? [], attempts: exams.attempts };
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
