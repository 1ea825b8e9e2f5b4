import { useState } from "react";
import { countHeard } from "../../../../domain/exam/deciding-marking.ts";
import type { OpenExams, UnmarkedExam } from "../../../../domain/practice/next-action.ts";
import { examCardView, type OpenAttempt } from "./attempt-status.ts";
import { useExamAttempts } from "./attempts/exam-attempts.ts";
import { readCachedExams } from "./attempts/exam-cache.ts";

/** @param open in the order of `examCardView` */
export function openExamsOf(open: readonly OpenAttempt[]): OpenExams {
  const running = open.find(({ attempt }) => attempt.isRunningInThisBrowser);
  const [unmarkedExam = null] = open.flatMap(({ attempt, status }): UnmarkedExam[] =>
    status.kind === "unmarked"
      ? [{ attemptId: attempt.attempt_id, startedAt: attempt.started_at, marked: status.marked, heard: status.heard }]
      : [],
  );
  const interruptedExam = running ? { startedAt: running.attempt.started_at, ...countHeard(running.attempt) } : null;
  return { interruptedExam, unmarkedExam };
}

export function useOpenExams(userId: string): OpenExams & { isKnown: boolean } {
  const [former] = useState(() => readCachedExams(userId));
  const known = useExamAttempts(userId, former?.attempts);
  const attempts = known.kind === "known" ? known.attempts : [];
  return { isKnown: known.kind === "known", ...openExamsOf(examCardView(attempts).open) };
}
