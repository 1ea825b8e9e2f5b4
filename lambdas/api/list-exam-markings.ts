import { examRoutes } from "../../domain/exam/exam-routes.ts";
import { attemptDeleted, attemptNotFound } from "../guards/guards.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { examAttempts, examMarkings } from "../services.ts";

const providers = {
  examAttempts: only(examAttempts, "get"),
  examMarkings: only(examMarkings, "list"),
};
type Services = Provided<typeof providers>;

/**
 * The markings of a mock of the caller, the first one first.
 * @throws Refusal "attempt_not_found", "attempt_deleted"
 */
export async function listExamMarkings(
  { caller, params }: Pick<Call<"list-exam-markings">, "caller" | "params">,
  services: Services,
) {
  const key = { userId: caller.userId, attemptId: params.attemptId };
  const [attempt, markings] = await Promise.all([services.examAttempts.get(key), services.examMarkings.list(key)]);
  if (!attempt) throw attemptNotFound();
  if (attempt === "deleted") throw attemptDeleted();
  // The row of a deleted one is there until the call that was writing it meanwhile has removed it.
  return markings.filter(({ marking_id }) => !attempt.deleted_markings?.includes(marking_id));
}

export const handler = onLearnerHttp(examRoutes, "list-exam-markings", listExamMarkings, providers);
