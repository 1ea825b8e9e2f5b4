import type { ExamAttempt } from "../../domain/exam-attempt.ts";
import { examRoutes } from "../../domain/exam-routes.ts";
import { findExam } from "../../domain/exams.ts";
import { Refusal } from "../../domain/refusal.ts";
import { attemptDeleted, attemptNotFound } from "../guards/exam-refusals.ts";
import { limitCalls, limitNewExams } from "../guards/limit-calls.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { announce, type Bus } from "../runtime/bus.ts";
import { bus, callCounts, examAttempts } from "../services.ts";
import type { CallCounts } from "../store/call-counts.ts";
import type { ExamAttempts } from "../store/exam-attempts.ts";

type Services = { bus: Bus; callCounts: CallCounts; examAttempts: Pick<ExamAttempts, "get" | "save"> };

/**
 * Stores the facts of a mock. A call that arrives late, or twice, never undoes a later one; each is answered with what is
 * stored then.
 * @throws Refusal "unknown_exam", "attempt_deleted", "too_many_requests"
 */
export async function saveExamAttempt(
  { caller, params, body }: Pick<Call<"save-exam-attempt">, "caller" | "params" | "body">,
  services: Services,
): Promise<ExamAttempt> {
  if (!findExam(body.exam)) throw new Refusal("unknown_exam", "This exam is not known here.");
  const { userId } = caller;
  const key = { userId, attemptId: params.attemptId };
  await limitCalls(services.callCounts, "exam-facts", userId);
  const known = await services.examAttempts.get(key);
  if (known === "deleted") throw attemptDeleted();
  // The same once more is told of again: the call that brought it may have failed before it told anybody.
  if (known && known.revision > body.revision) return known;
  if (!known) await limitNewExams(services.callCounts, userId);
  await services.examAttempts.save(key, body);
  const stored = await services.examAttempts.get(key);
  if (stored === "deleted") throw attemptDeleted();
  if (!stored) throw attemptNotFound();
  await announce(services.bus, { type: "ExamChanged", ...key });
  return stored;
}

export const handler = onLearnerHttp(examRoutes, "save-exam-attempt", saveExamAttempt, {
  bus,
  callCounts,
  examAttempts,
});
