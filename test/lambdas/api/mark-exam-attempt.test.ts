import { beforeEach, describe, expect, test } from "vitest";
import type { ExamAttempt, Marking, MarkingSummary } from "../../../domain/exam/exam-attempt.ts";
import type { DomainEvent } from "../../../domain/realtime/event.ts";
import { markExamAttempt } from "../../../lambdas/api/mark-exam-attempt.ts";
import type { StoredMarking } from "../../../lambdas/store/exam-markings.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { aNote, aNoteChange, anExamAttempt, aTickChange, instantAt } from "../support/exam-builders.ts";
import { skipPauses } from "../support/skip-pauses.ts";

beforeEach(captureLog);

const attemptId = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";
const markingId = "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11";

/** The call limit refuses calls for `wait` seconds, or allows them if `wait` is null. */
function openWorld(wait: number | null = null) {
  let attempt: ExamAttempt | "deleted" = { ...anExamAttempt(), attempt_id: attemptId, user_id: "asha", markings: [] };
  let stored: StoredMarking | null = null;
  const sums: { revision: number; summary: MarkingSummary }[] = [];
  const told: DomainEvent[] = [];
  /** The changes of other writers. Each runs just before one of the next writes of the marking. */
  const meanwhile: (() => void)[] = [];
  /** Number of the next summary writes that fail. A write with the revision 0 succeeds. */
  let failing = 0;
  const write = (marking: Marking) => {
    stored = { ...marking, revision: (stored?.revision ?? 0) + 1 };
  };
  const services = {
    bus: { publish: async (event: DomainEvent) => void told.push(event) },
    clock: { now: () => new Date(instantAt(600)) },
    callCounts: { admit: async () => wait },
    examAttempts: {
      get: async () => structuredClone(attempt),
      summarise: async (_: unknown, summary: MarkingSummary, { marking: revision }: { marking: number }) => {
        if (attempt === "deleted") return "gone" as const;
        if (attempt.deleted_markings) return "deleted" as const;
        if (revision > 0 && failing > 0) {
          failing -= 1;
          throw new Error("The table is out of capacity");
        }
        sums.push({ revision, summary });
        return "there" as const;
      },
    },
    examMarkings: {
      get: async () => structuredClone(stored),
      replace: async (_: unknown, previous: StoredMarking | null, next: Marking) => {
        meanwhile.shift()?.();
        if (previous?.revision !== stored?.revision) return false;
        write(next);
        return true;
      },
      remove: async () => {
        stored = null;
      },
    },
  };
  const mark = (changes: Marking["changes"], sender?: string) =>
    markExamAttempt(
      {
        caller: { userId: "asha", username: "asha" },
        params: { attemptId, markingId },
        body: { created_at: instantAt(0), changes, ...(sender && { sender }) },
      },
      services,
    );
  return {
    ...{ services, mark, write, meanwhile, sums, told },
    stored: () => stored,
    remove: () => {
      attempt = "deleted";
    },
    removeMarking: () => {
      if (attempt !== "deleted") attempt = { ...attempt, deleted_markings: [markingId] };
      stored = null;
    },
    failNextSum: () => {
      failing = 1;
    },
  };
}

const asMarking = (changes: Marking["changes"]): Marking => ({
  marking_id: markingId,
  created_at: instantAt(0),
  changes,
});

describe("markExamAttempt", () => {
  test("merges the changes again whenever another device writes first", async () => {
    const world = openWorld();
    const others = [aTickChange(1), aTickChange(2), aTickChange(3)];
    for (const [nth] of others.entries()) {
      world.meanwhile.push(() => world.write(asMarking(others.slice(0, nth + 1))));
    }
    const mine = aNoteChange(aNote());
    const { changes } = await world.mark([mine]);
    expect(new Set(changes)).toEqual(new Set([mine, ...others]));
    expect(world.stored()?.changes).toEqual(changes);
    expect(world.sums.at(-1)).toMatchObject({ revision: 4, summary: { lost: [1.5, 0] } });
  });

  test("fails without removing anything if the marking keeps changing", async () => {
    skipPauses();
    const world = openWorld();
    for (let unit = 0; unit < 100; unit += 1) world.meanwhile.push(() => world.write(asMarking([aTickChange(unit)])));
    await expect(world.mark([aNoteChange(aNote())])).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: "This marking has just changed. Please try again.",
    });
    expect(world.stored()?.changes).toHaveLength(1);
  });

  test("stores the summary and publishes the change in a second call after a failure halfway", async () => {
    const world = openWorld();
    const mine = aNoteChange(aNote());
    world.failNextSum();
    await expect(world.mark([mine])).rejects.toThrow("capacity");
    expect(world.sums.at(-1)).toMatchObject({ revision: 0, summary: { lost: [0, 0] } });
    expect(world.told).toEqual([]);
    await world.mark([mine]);
    expect(world.sums.at(-1)).toMatchObject({ revision: 1, summary: { lost: [1.5, 0] } });
    expect(world.stored()).toMatchObject({ revision: 1, changes: [mine] });
    expect(world.told).toEqual([{ type: "ExamChanged", userId: "asha", attemptId }]);
  });

  test("publishes the id of the sender", async () => {
    const world = openWorld();
    const sender = "5a0c1f0e-7a1d-4a52-9d6c-0b9f6a3b2c11";
    await world.mark([aNoteChange(aNote())], sender);
    expect(world.told).toEqual([{ type: "ExamChanged", userId: "asha", attemptId, sender }]);
  });

  test("does not write the marking again if nothing has changed", async () => {
    const world = openWorld();
    const mine = aNoteChange(aNote());
    const first = await world.mark([mine]);
    expect(await world.mark([mine])).toEqual(first);
    expect(world.stored()?.revision).toBe(1);
  });

  test("leaves no row if the exam attempt is deleted during the call", async () => {
    const world = openWorld();
    world.meanwhile.push(world.remove);
    await expect(world.mark([aNoteChange(aNote())])).rejects.toMatchObject({ code: "attempt_deleted" });
    expect(world.stored()).toBeNull();
    expect(world.told).toEqual([]);
  });

  test("leaves no row if the marking is deleted during the call", async () => {
    const world = openWorld();
    world.meanwhile.push(world.removeMarking);
    await expect(world.mark([aNoteChange(aNote())])).rejects.toMatchObject({ code: "marking_deleted" });
    expect(world.stored()).toBeNull();
    expect(world.told).toEqual([]);
  });

  test("stores and publishes nothing if the call limit refuses the call", async () => {
    const world = openWorld(60);
    await expect(world.mark([aNoteChange(aNote())])).rejects.toMatchObject({ code: "too_many_requests" });
    expect([world.stored(), world.sums, world.told]).toEqual([null, [], []]);
  });

  test("refuses every change if one of them names a segment outside the exam attempt", async () => {
    const world = openWorld();
    const beyond = aNoteChange(aNote({ dialogue: 1, segment: 12 }));
    await expect(world.mark([aNoteChange(aNote()), beyond])).rejects.toMatchObject({ code: "bad_request" });
    expect([world.stored(), world.sums, world.told]).toEqual([null, [], []]);
  });

  test("succeeds while the bus is down, and logs the failure", async () => {
    const world = openWorld();
    world.services.bus.publish = () => Promise.reject(new Error("The bus is down"));
    expect((await world.mark([aNoteChange(aNote())])).changes).toHaveLength(1);
    expect(logLines()).toMatchObject([{ level: "ERROR", event: "ExamChanged" }]);
  });
});
