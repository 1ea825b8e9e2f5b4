import type { ChangedMarking } from "../../domain/exam/exam-attempt.ts";
import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { markAttempt } from "../exams/mark-attempt.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, clock, examAttempts, examMarkings } from "../services.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  examAttempts: pickMethods(examAttempts, "get", "summarise"),
  examMarkings: pickMethods(examMarkings, "get", "replace", "remove"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws Refusal "too_many_requests", and those of `markAttempt` */
export async function markExamAttempt(
  { caller, params, body }: Pick<RouteCall<"mark-exam-attempt">, "caller" | "params" | "body">,
  services: Services,
): Promise<ChangedMarking> {
  const { userId } = caller;
  const key = { userId, attemptId: params.attemptId };
  await limitCalls(services.callCounts, "exam-marking", userId);
  const sent = { marking_id: params.markingId, created_at: body.created_at, changes: body.changes };
  const changed = await markAttempt(key, sent, services.clock.now(), services);
  // Also publishes known changes, because an earlier call may have failed before it published them.
  await publishOrLog(services.bus, { type: "ExamChanged", ...key, ...(body.sender && { sender: body.sender }) });
  return changed;
}

export const handler = onLearnerHttp(examRoutes, "mark-exam-attempt", markExamAttempt, providers);
