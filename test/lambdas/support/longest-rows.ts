import {
  type CompletedScenario,
  completedRowKey,
  maxRowsPerPage,
  progressRowKey,
  type UserProgress,
} from "../../../domain/practice/progress.ts";
import { stored } from "./learners.ts";

/**
 * Lambda's limit for a synchronous response:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxResponseBytes = 6 * 1024 * 1024;

/** In Lambda's response, the body is JSON text within JSON text. */
export const responseBytes = (body: unknown) => Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }));

export const longestId = (number: number) => `${"a".repeat(58)}-${String(number).padStart(5, "0")}`;

const instant = "2026-11-21T09:00:00.000Z";
const longestIds = Array.from({ length: maxRowsPerPage + 3 }, (_, number) => longestId(number));

/** Returns the rows in the order of their keys. */
export async function saveLongestProgress(user_id: string): Promise<UserProgress[]> {
  const rows = longestIds.map(
    (scenario_id): UserProgress => ({
      ...{ user_id, language: "macedonian", scenario_id, segment_id: "segment-999", attempts: 10_000 },
      ...{ completed: false, last_attempt_at: instant, segment_count: 999 },
    }),
  );
  const items = rows.map((row) => ({ ...row, scenario_segment: progressRowKey(row) }));
  await stored.putAll("user_progress", items);
  return rows;
}

/** Returns the rows in the order of their keys. */
export async function saveLongestCompleted(user_id: string): Promise<CompletedScenario[]> {
  const rows = longestIds.map(
    (scenario_id): CompletedScenario => ({
      ...{ user_id, language: "macedonian", scenario_id, topic_id: "consumer-affairs", completed_at: instant },
    }),
  );
  const items = rows.map((row) => ({ ...row, scenario_id: completedRowKey(row) }));
  await stored.putAll("completed_scenarios", items);
  return rows;
}
