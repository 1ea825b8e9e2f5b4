import { type Call, onLearnerHttp } from "../http.ts";
import { examAttempts } from "../services.ts";
import type { ExamAttempts } from "../store/exam-attempts.ts";

/** The mock exams of the caller, each with what its markings come to. */
export async function listExamAttempts(
  { caller }: Pick<Call<"list-exam-attempts">, "caller">,
  services: { examAttempts: Pick<ExamAttempts, "list"> },
) {
  return services.examAttempts.list(caller.userId);
}

export const handler = onLearnerHttp("list-exam-attempts", listExamAttempts, { examAttempts });
