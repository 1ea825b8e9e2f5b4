import type { ExamAttempt } from "../../domain/exam/exam-attempt.ts";
import { toMarkingSummary } from "../../domain/exam/exam-result.ts";
import { retryUntilWritten } from "../store/conditional-writes.ts";
import type { AttemptKey, ExamAttemptStore, SummaryOutcome } from "../store/exam-attempts.ts";
import type { StoredMarking } from "../store/exam-markings.ts";

/** @throws Refusal "changed_meanwhile" */
export async function summariseMarking(
  read: ExamAttempt,
  { revision: marking, ...marked }: StoredMarking,
  examAttempts: Pick<ExamAttemptStore, "get" | "summarise">,
): Promise<Exclude<SummaryOutcome, "outdated">> {
  const key: AttemptKey = { userId: read.user_id, attemptId: read.attempt_id };
  let attempt = read;
  return retryUntilWritten("This exam", async () => {
    const place = await examAttempts.summarise(key, toMarkingSummary(attempt, marked), {
      marking,
      facts: attempt.revision,
    });
    if (place !== "outdated") return place;
    const newest = await examAttempts.get(key);
    if (newest === null || newest === "deleted") return "gone";
    attempt = newest;
    return null;
  });
}
