import { QueryClient } from "@tanstack/react-query";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { UserProgress } from "../../../domain/practice/progress.ts";
import {
  cacheProgress,
  knownSegmentProgress,
  mergeSaves,
  progressKey,
  progressQuery,
} from "../../../web/src/features/progress/progress.ts";
import { queueProgress } from "../../../web/src/features/progress/progress-sending.ts";
import { segmentsDone, segmentsLeft } from "../../../web/src/features/progress/progress-text.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { deferReads } from "../deferred-reads.ts";
import { arbitrarySaves, aSave } from "./queued-saves.ts";

const row = (segment: number, second: number, facts: Partial<UserProgress> = {}): UserProgress => {
  const { scenarioId, segmentId, attempts, completed, last_attempt_at } = aSave(segment, second);
  return {
    user_id: "asha",
    scenario_id: scenarioId,
    segment_id: segmentId,
    attempts,
    completed,
    last_attempt_at,
    ...facts,
  };
};

describe("progress with unsent saves", () => {
  it("has the latest attempt of each segment", () => {
    const rows = [row(1, 5), row(2, 5)];
    expect(mergeSaves(rows, "asha", [])).toEqual(rows);
    expect(mergeSaves(rows, "asha", [aSave(1, 9, { completed: false })])).toEqual([
      row(2, 5),
      row(1, 9, { completed: false }),
    ]);
    expect(mergeSaves(rows, "asha", [aSave(1, 1, { completed: false })])).toEqual(rows);
    expect(mergeSaves(rows, "asha", [aSave(1, 9, { language: "nepali" })])).toHaveLength(3);
  });

  it("has the newest save of each segment, whatever the order of the queue", () => {
    fc.assert(
      fc.property(fc.array(arbitrarySaves), (waiting) => {
        const newest = new Map<string, number>();
        for (const { language, scenarioId, segmentId, last_attempt_at } of waiting) {
          const key = `${language} ${scenarioId} ${segmentId}`;
          newest.set(key, Math.max(newest.get(key) ?? 0, Date.parse(last_attempt_at)));
        }
        const found = mergeSaves([], "asha", waiting).map(
          (each) =>
            [`${each.language} ${each.scenario_id} ${each.segment_id}`, Date.parse(each.last_attempt_at)] as const,
        );
        expect(new Map(found)).toEqual(newest);
        expect(found).toHaveLength(newest.size);
      }),
    );
  });

  it("includes a save at once if progress is already cached", () => {
    const queries = new QueryClient();
    onTestFinished(() => queries.clear());
    cacheProgress(queries, "asha", aSave(1, 9));
    expect(queries.getQueryData(progressKey("asha"))).toBeUndefined();
    queries.setQueryData(progressKey("asha"), [row(1, 5)]);
    cacheProgress(queries, "asha", aSave(1, 9));
    expect(queries.getQueryData(progressKey("asha"))).toEqual([row(1, 9)]);
  });
});

describe("the progress query", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));
  afterEach(() => vi.unstubAllGlobals());

  const start = (known?: UserProgress[]) =>
    deferReads<UserProgress[], readonly UserProgress[]>((read) => progressQuery("asha", read), known);

  it("includes a save that another tab sends during the read", async () => {
    queueProgress("asha", aSave(1, 9));
    const { answer, cached } = start();
    // Simulates that another tab has sent the save.
    localStorage.clear();
    await answer([row(1, 5)]);
    expect(cached()).toEqual([row(1, 9)]);
  });

  it.each([
    ["the first read", undefined],
    ["a second read", [row(2, 5)]],
  ])("refetches once if a save arrives during %s", async (_, known) => {
    const { queries, reads, answer, cached, readOnce } = start(known);
    if (known) readOnce();
    cacheProgress(queries, "asha", aSave(1, 9));
    await answer([row(2, 5)]);
    expect(reads).toHaveLength(1);
    await answer([row(2, 5), row(1, 9)]);
    expect(cached()).toEqual([row(2, 5), row(1, 9)]);
    expect(reads).toEqual([]);
  });

  it("does not refetch if a save arrives after the read", () => {
    const { queries, reads } = start([row(1, 5)]);
    cacheProgress(queries, "asha", aSave(1, 9));
    expect(reads).toEqual([]);
  });
});

describe("knownSegmentProgress", () => {
  it("returns only the progress of the given dialogue", () => {
    const rows = [
      ...[row(1, 5), row(3, 5, { completed: false }), row(9, 5)],
      ...[row(2, 5, { scenario_id: "emp-1" }), row(4, 5, { language: "mandarin" })],
    ];
    expect(knownSegmentProgress(rows, { language: "nepali", scenarioId: "example-1" }, 4)).toEqual([
      { index: 0, completed: true },
      { index: 2, completed: false },
    ]);
  });
});

describe("progress as text", () => {
  it.each([
    [{ done: 0, total: 10 }, ""],
    [{ done: 1, total: 10 }, "1 of 10 segments"],
    [{ done: 1, total: 1 }, "1 of 1 segment"],
    [{ done: 1, total: null }, "1 segment"],
    [{ done: 3, total: null }, "3 segments"],
  ])("shows %o as “%s”", (progress, text) => {
    expect(segmentsDone(progress)).toBe(text);
  });

  it("states how many segments are left, if any", () => {
    expect(segmentsLeft(10, 10)).toBeNull();
    expect(segmentsLeft(9, 10)).toBe("1 segment left");
    expect(segmentsLeft(0, 2)).toBe("2 segments left");
  });
});
