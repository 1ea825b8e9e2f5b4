import { setImmediate as othersHadATurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inParallel } from "../../content/files/in-parallel.ts";

describe("inParallel", () => {
  it("runs every item, with at most the allowed concurrency", async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await othersHadATurn();
      running -= 1;
      done.push(item);
    });
    expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it("starts no item after a failure, and throws after the running items have ended", async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const working = inParallel([1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      if (item === 1) throw new Error("first failed");
      await othersHadATurn();
      ended.push(item);
    });
    await expect(working).rejects.toThrow("first failed");
    expect([started, ended]).toEqual([[1, 2], [2]]);
  });
});
