import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type ExamRunTransition, openRun, resumeRun } from "../../../../../domain/exam/exam-run.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { serverNow } from "../../../browser/server-time.ts";
import type { HeldContent } from "../../content/held-content.ts";
import { beginAttempt, keepAttempt } from "../facts/exam-facts.ts";
import { mockTakes } from "../takes/mock-takes.ts";
import { type ExamStudio, openExamStudio } from "./exam-studio.ts";

export type SatMock = { userId: string; attemptId: string; exam: Exam; held: HeldContent };

/** The facts of a mock that begins now. */
function beginning(examId: string, seed: number, { dialogues }: HeldContent): ExamAttemptFacts {
  return {
    exam: examId,
    seed,
    started_at: serverNow().toISOString(),
    outcome: "running",
    revision: 1,
    dialogues: dialogues.map(({ language, topicId, listed, segments }) => ({
      language,
      scenario_id: listed.id,
      topic_id: topicId,
      title: listed.scenario,
      ...(listed.version !== undefined && { version: listed.version }),
      ...(listed.words !== undefined && { words: listed.words }),
      segments: segments.map(() => null),
    })),
    interruptions: [],
  };
}

function open(
  { userId, attemptId, exam, held }: SatMock,
  opening: ExamRunTransition,
  recordedBefore: number,
): ExamStudio {
  const keepFacts = (facts: ExamAttemptFacts) => keepAttempt(userId, attemptId, facts);
  return openExamStudio({ userId, attemptId, rules: exam, opening, held, recordedBefore, keepFacts });
}

/** Begins a mock; it counts from now on. */
export function beginMock(mock: SatMock, examId: string, seed: number): ExamStudio {
  const facts = beginning(examId, seed, mock.held);
  // What the browser refuses is kept again with the first segment.
  void beginAttempt(mock.userId, mock.attemptId, facts).catch(() => undefined);
  return open(mock, { run: openRun(facts), effects: [] }, 0);
}

/** Goes on with a mock that broke off, with what was said of it until then. */
export async function resumeMock(mock: SatMock, known: ExamAttemptFacts): Promise<ExamStudio> {
  // What cannot be read now is there all the same when it can.
  const takes = await mockTakes(mock.userId, mock.attemptId).catch(() => []);
  const recorded = takes.reduce((sum, { seconds }) => sum + seconds, 0);
  return open(mock, resumeRun(known, takes, serverNow().toISOString()), recorded);
}
