import type { ExamAttempt } from "../../domain/exam/exam-attempt.ts";
import { findContradiction } from "../../domain/exam/exam-consistency.ts";
import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { findExam } from "../../domain/exam/exams.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { summariseMarking } from "../exams/summarise-marking.ts";
import { attemptDeletedRefusal, attemptNotFoundRefusal, limitCalls, limitNewExams } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, clock, examAttempts, examMarkings } from "../services.ts";
import type { AttemptKey } from "../store/exam-attempts.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  examAttempts: pickMethods(examAttempts, "get", "save", "summarise"),
  examMarkings: pickMethods(examMarkings, "get"),
};
type Services = ProvidedServices<typeof providers>;

async function loadStoredAttempt(
  key: AttemptKey,
  { examAttempts }: Pick<Services, "examAttempts">,
): Promise<ExamAttempt> {
  const stored = await examAttempts.get(key);
  if (stored === "deleted") throw attemptDeletedRefusal();
  if (!stored) throw attemptNotFoundRefusal();
  return stored;
}

async function summariseMarkings(attempt: ExamAttempt, services: Services): Promise<void> {
  const key = { userId: attempt.user_id, attemptId: attempt.attempt_id };
  for (const { marking_id } of attempt.markings) {
    const marking = await services.examMarkings.get(key, marking_id);
    if (marking) await summariseMarking(attempt, marking, services.examAttempts);
  }
}

/**
 * A late or repeated call does not replace newer facts.
 * @throws Refusal "unknown_exam", "bad_request", "attempt_deleted", "attempt_not_found",
 * "changed_meanwhile", and those of `limitCalls`
 */
export async function saveExamAttempt(
  { caller, params, body }: Pick<RouteCall<"save-exam-attempt">, "caller" | "params" | "body">,
  services: Services,
): Promise<ExamAttempt> {
  if (!findExam(body.exam)) throw new Refusal("unknown_exam", "Parlance does not have this exam.");
  const incoherence = findContradiction(body, services.clock.now());
  if (incoherence) throw new Refusal("bad_request", `body: ${incoherence}`);
  const { userId } = caller;
  const key = { userId, attemptId: params.attemptId };
  await limitCalls(services.callCounts, "exam-facts", userId);
  const known = await services.examAttempts.get(key);
  if (known === "deleted") throw attemptDeletedRefusal();
  // A repeated call with the same revision publishes again, because the earlier call may have failed before it
  // published.
  if (known && known.revision > body.revision) return known;
  if (!known) await limitNewExams(services.callCounts, userId);
  await services.examAttempts.save(key, body);
  const stored = await loadStoredAttempt(key, services);
  await summariseMarkings(stored, services);
  await publishOrLog(services.bus, { type: "ExamChanged", ...key });
  return stored.markings.length === 0 ? stored : loadStoredAttempt(key, services);
}

export const handler = onLearnerHttp(examRoutes, "save-exam-attempt", saveExamAttempt, providers);
