import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { limitCalls, limitNewExams } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, clock, examAttempts, examMarkings } from "../services.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  examAttempts: pickMethods(examAttempts, "get", "remove"),
  examMarkings: pickMethods(examMarkings, "removeOf"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * Stores the id, even of an attempt that no device has sent yet, so that no device can restore the attempt. Repeating a
 * failed call completes it.
 * @throws the refusals of `limitCalls`
 */
export async function deleteExamAttempt(
  { caller, params }: Pick<RouteCall<"delete-exam-attempt">, "caller" | "params">,
  services: Services,
) {
  const { userId } = caller;
  const key = { userId, attemptId: params.attemptId };
  await limitCalls(services.callCounts, "exam-facts", userId);
  if ((await services.examAttempts.get(key)) === null) await limitNewExams(services.callCounts, userId);
  await services.examAttempts.remove(key, services.clock.now());
  await services.examMarkings.removeOf(key);
  await publishOrLog(services.bus, { type: "ExamChanged", ...key, deleted: true });
  return { deleted: true as const };
}

export const handler = onLearnerHttp(examRoutes, "delete-exam-attempt", deleteExamAttempt, providers);
