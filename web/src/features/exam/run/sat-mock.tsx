import { useEffect } from "react";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import { type ExamRunTransition, openRun, resumeRun } from "../../../../../domain/exam/exam-run.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { type HeldContent, letGoOfHeld } from "../../content/held-content.ts";
import { beginAttempt, keepAttempt } from "../facts/exam-facts.ts";
import { mockTakes } from "../takes/mock-takes.ts";
import { type ExamStudio, openExamStudio } from "./exam-studio.ts";
import { RunScreen } from "./run-screen.tsx";

type SatMock = { userId: string; attemptId: string; exam: Exam; held: HeldContent };

/** A mock under way: its studio, and the content that it holds. */
export type Sat = { studio: ExamStudio; held: HeldContent };

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

type SittingProps = { sat: Sat; exam: Exam; userId: string; attemptId: string };

/** A mock that is sat; what it holds of the content is let go of once it is over. */
export function Sitting({ sat: { studio, held }, exam, userId, attemptId }: SittingProps) {
  useEffect(
    () => () => {
      studio.dispose();
      if (studio.run.get().phase.kind === "over") void letGoOfHeld(userId);
    },
    [studio, userId],
  );
  return <RunScreen {...{ studio, exam, held, userId, attemptId }} />;
}
