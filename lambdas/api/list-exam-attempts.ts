import { examRoutes } from "../../domain/exam-routes.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { examAttempts } from "../services.ts";
import type { ExamAttempts } from "../store/exam-attempts.ts";

/**
 * Some mock exams of the caller, each with what its markings come to: those that follow the one that is named, or the first.
 * The answer says where the list goes on.
 */
export async function listExamAttempts(
  { caller, params }: Pick<Call<"list-exam-attempts">, "caller" | "params">,
  services: { examAttempts: Pick<ExamAttempts, "page"> },
) {
  return services.examAttempts.page(caller.userId, params.after);
}

export const handler = onLearnerHttp(examRoutes, "list-exam-attempts", listExamAttempts, { examAttempts });
