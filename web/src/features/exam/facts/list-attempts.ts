import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import { callApi } from "../../../api.ts";
import { removeTakesOfDeleted } from "./deleted-takes.ts";

/** All mocks of the learner that the server knows, by which this device also learns of deleted ones. @throws {ApiError} */
export async function listAttempts(userId: string): Promise<ExamAttempt[]> {
  const all: ExamAttempt[] = [];
  let after: string | undefined;
  do {
    const page = await callApi("list-exam-attempts", { params: after === undefined ? {} : { after } });
    all.push(...page.attempts);
    after = page.next;
  } while (after !== undefined);
  removeTakesOfDeleted(userId, all);
  return all;
}
