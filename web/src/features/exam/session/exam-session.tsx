import { useEffect } from "react";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import {
  createExamSession,
  type ExamSessionTransition,
  resumeExamSession,
} from "../../../../../domain/exam/exam-session.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { evictOfflineContent, type OfflineContent } from "../../content/offline-content.ts";
import { saveAttempt, startAttempt } from "../attempts/local-exams.ts";
import { loadExamRecordings } from "../recordings/exam-recordings.ts";
import { ExamSessionScreen } from "./exam-session-screen.tsx";
import { createExamStudio, type ExamStudio } from "./exam-studio.ts";

type ExamSessionOptions = { userId: string; attemptId: string; exam: Exam; content: OfflineContent };

export type ExamSession = { studio: ExamStudio; content: OfflineContent };

function createInitialFacts(examId: string, seed: number, { dialogues }: OfflineContent): ExamAttemptFacts {
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

function createStudioWith(
  { userId, attemptId, exam, content }: ExamSessionOptions,
  opening: ExamSessionTransition,
  recordedBefore: number,
): ExamStudio {
  const keepFacts = (facts: ExamAttemptFacts) => saveAttempt(userId, attemptId, facts);
  return createExamStudio({
    userId,
    attemptId,
    rules: exam,
    initialTransition: opening,
    content,
    recordedSecondsBefore: recordedBefore,
    saveFacts: keepFacts,
  });
}

export function startExam(mock: ExamSessionOptions, examId: string, seed: number): ExamStudio {
  const facts = createInitialFacts(examId, seed, mock.content);
  // If this save fails, the first segment saves the attempt again.
  void startAttempt(mock.userId, mock.attemptId, facts).catch(() => undefined);
  return createStudioWith(mock, { run: createExamSession(facts), effects: [] }, 0);
}

export async function resumeExam(mock: ExamSessionOptions, known: ExamAttemptFacts): Promise<ExamStudio> {
  // The exam resumes even if the recordings cannot be read now.
  const recordings = await loadExamRecordings(mock.userId, mock.attemptId).catch(() => []);
  const recorded = recordings.reduce((sum, { seconds }) => sum + seconds, 0);
  return createStudioWith(mock, resumeExamSession(known, recordings, serverNow().toISOString()), recorded);
}

type ExamSessionViewProps = { session: ExamSession; exam: Exam; userId: string; attemptId: string };

export function ExamSessionView({ session: { studio, content }, exam, userId, attemptId }: ExamSessionViewProps) {
  useEffect(
    () => () => {
      studio.dispose();
      if (studio.run.get().phase.kind === "over") void evictOfflineContent(userId);
    },
    [studio, userId],
  );
  return <ExamSessionScreen {...{ studio, exam, content, userId, attemptId }} />;
}
