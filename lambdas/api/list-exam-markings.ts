import { type Call, onLearnerHttp } from "../http.ts";
import { examMarkings } from "../services.ts";
import type { ExamMarkings } from "../store/exam-markings.ts";

/** The markings of a mock of the caller, the first one first; none of a mock that is not known here, or not yet. */
export async function listExamMarkings(
  { caller, params }: Pick<Call<"list-exam-markings">, "caller" | "params">,
  services: { examMarkings: Pick<ExamMarkings, "list"> },
) {
  return services.examMarkings.list({ userId: caller.userId, attemptId: params.attemptId });
}

export const handler = onLearnerHttp("list-exam-markings", listExamMarkings, { examMarkings });
