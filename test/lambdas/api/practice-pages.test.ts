import { describe, expect, test } from "vitest";
import { maxRowsPerPage } from "../../../domain/practice/progress.ts";
import { aLearner } from "../support/learners.ts";
import {
  longestId,
  maxResponseBytes,
  responseBytes,
  saveLongestCompleted,
  saveLongestProgress,
} from "../support/longest-rows.ts";
import { expectRefused } from "../support/refused.ts";

describe("a learner with more rows than fit into one page", () => {
  test("receives a first page of progress that fits into Lambda's response, then the rest", async () => {
    const { userId, ask } = await aLearner();
    const rows = await saveLongestProgress(userId);
    const first = await ask("list-progress");
    expect(first).toEqual(rows.slice(0, maxRowsPerPage));
    expect(responseBytes(first)).toBeLessThan(maxResponseBytes / 2);
    const after = encodeURIComponent(`macedonian#${longestId(maxRowsPerPage - 1)}#segment-999`);
    expect(await ask("list-progress", { params: { after } })).toEqual(rows.slice(maxRowsPerPage));
  });

  test("receives a first page of completed scenarios that fits into Lambda's response, then the rest", async () => {
    const { userId, ask } = await aLearner();
    const rows = await saveLongestCompleted(userId);
    const first = await ask("list-completed-scenarios");
    expect(first).toEqual(rows.slice(0, maxRowsPerPage));
    expect(responseBytes(first)).toBeLessThan(maxResponseBytes / 2);
    const after = encodeURIComponent(`macedonian#${longestId(maxRowsPerPage - 1)}`);
    expect(await ask("list-completed-scenarios", { params: { after } })).toEqual(rows.slice(maxRowsPerPage));
  });
});

test.each(["list-progress", "list-completed-scenarios"] as const)("%s refuses an invalid page key", async (name) => {
  const { call } = await aLearner();
  for (const after of ["", "x".repeat(101)]) expectRefused(await call(name, { params: { after } }), "bad_request");
});
