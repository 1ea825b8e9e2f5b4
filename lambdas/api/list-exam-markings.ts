import { remainingMarkings } from "../../domain/exam/deciding-marking.ts";
import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { attemptDeletedRefusal, attemptNotFoundRefusal } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { examAttempts, examMarkings } from "../services.ts";

const providers = {
  examAttempts: pickMethods(examAttempts, "get"),
  examMarkings: pickMethods(examMarkings, "list"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws Refusal "attempt_not_found", "attempt_deleted" */
export async function listExamMarkings(
  { caller, params }: Pick<RouteCall<"list-exam-markings">, "caller" | "params">,
  services: Services,
) {
  const key = { userId: caller.userId, attemptId: params.attemptId };
  const [attempt, markings] = await Promise.all([services.examAttempts.get(key), services.examMarkings.list(key)]);
  if (!attempt) throw attemptNotFoundRefusal();
  if (attempt === "deleted") throw attemptDeletedRefusal();
  return remainingMarkings(attempt, markings);
}

export const handler = onLearnerHttp(examRoutes, "list-exam-markings", listExamMarkings, providers);
