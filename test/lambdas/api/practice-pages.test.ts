import { describe, expect, test } from "vitest";
import {
  type CompletedScenario,
  completedRowKey,
  maxRowsPerPage,
  progressRowKey,
  type UserProgress,
} from "../../../domain/practice/progress.ts";
import { aLearner, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

/**
 * Lambda's limit for a synchronous response, body and envelope:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const mostBytes = 6 * 1024 * 1024;

const longest = (number: number) => `${"a".repeat(58)}-${String(number).padStart(5, "0")}`;
const numbers = Array.from({ length: maxRowsPerPage + 3 }, (_, number) => number);

const progressRow = (user_id: string, number: number): UserProgress => ({
  user_id,
  language: "macedonian",
  scenario_id: longest(number),
  segment_id: "segment-999",
  attempts: 10_000,
  completed: false,
  last_attempt_at: "2026-11-21T09:00:00.000Z",
  segment_count: 999,
});

const completedRow = (user_id: string, number: number): CompletedScenario => ({
  user_id,
  language: "macedonian",
  scenario_id: longest(number),
  topic_id: "consumer-affairs",
  completed_at: "2026-11-21T09:00:00.000Z",
});

/** Bytes of Lambda's response with this body, which is a text within a JSON text. */
const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }));

describe("a learner with more rows than one response holds", () => {
  test("reads the progress in pages that fit into Lambda's response", async () => {
    const { userId, ask } = await aLearner();
    const rows = numbers.map((number) => progressRow(userId, number));
    await stored.putAll(
      "user_progress",
      rows.map((row) => ({ ...row, scenario_segment: progressRowKey(row) })),
    );
    const first = await ask("list-progress");
    expect(first).toEqual(rows.slice(0, maxRowsPerPage));
    expect(bytesOf(first)).toBeLessThan(mostBytes / 2);
    const after = encodeURIComponent(`macedonian#${longest(maxRowsPerPage - 1)}#segment-999`);
    expect(await ask("list-progress", { params: { after } })).toEqual(rows.slice(maxRowsPerPage));
  });

  test("reads the completed scenarios in pages that fit into Lambda's response", async () => {
    const { userId, ask } = await aLearner();
    const rows = numbers.map((number) => completedRow(userId, number));
    await stored.putAll(
      "completed_scenarios",
      rows.map((row) => ({ ...row, scenario_id: completedRowKey(row) })),
    );
    const first = await ask("list-completed-scenarios");
    expect(first).toEqual(rows.slice(0, maxRowsPerPage));
    expect(bytesOf(first)).toBeLessThan(mostBytes / 2);
    const after = encodeURIComponent(`macedonian#${longest(maxRowsPerPage - 1)}`);
    expect(await ask("list-completed-scenarios", { params: { after } })).toEqual(rows.slice(maxRowsPerPage));
  });
});

test.each(["list-progress", "list-completed-scenarios"] as const)("%s refuses an invalid page key", async (name) => {
  const { call } = await aLearner();
  for (const after of ["", "x".repeat(101)]) expectRefused(await call(name, { params: { after } }), "bad_request");
});
