import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { attemptDeletedRefusal, attemptNotFoundRefusal, limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, examAttempts, examMarkings } from "../services.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  examAttempts: pickMethods(examAttempts, "get", "removeMarking"),
  examMarkings: pickMethods(examMarkings, "remove"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * Stores the id with the attempt, even of a marking that no device has sent yet, so that no device can restore the
 * marking. Repeating a failed call completes it.
 * @throws Refusal "attempt_not_found", "attempt_deleted", "too_many_markings", and those of `limitCalls`
 */
export async function deleteExamMarking(
  { caller, params }: Pick<RouteCall<"delete-exam-marking">, "caller" | "params">,
  services: Services,
) {
  const { userId } = caller;
  const key = { userId, attemptId: params.attemptId };
  await limitCalls(services.callCounts, "exam-marking", userId);
  const attempt = await services.examAttempts.get(key);
  if (!attempt) throw attemptNotFoundRefusal();
  const removal = attempt === "deleted" ? "gone" : await services.examAttempts.removeMarking(key, params.markingId);
  if (removal === "gone") throw attemptDeletedRefusal();
  if (removal === "full") throw new Refusal("too_many_markings", "You cannot delete any more markings of this exam.");
  await services.examMarkings.remove(key, params.markingId);
  await publishOrLog(services.bus, { type: "ExamChanged", ...key });
  return { deleted: true as const };
}

export const handler = onLearnerHttp(examRoutes, "delete-exam-marking", deleteExamMarking, providers);
