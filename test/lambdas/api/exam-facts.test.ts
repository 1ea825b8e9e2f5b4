import { beforeEach, describe, expect, test } from "vitest";
import type { ExamAttempt, ExamAttemptFacts } from "../../../domain/exam/exam-attempt.ts";
import type { DomainEvent } from "../../../domain/realtime/event.ts";
import { deleteExamAttempt } from "../../../lambdas/api/delete-exam-attempt.ts";
import { saveExamAttempt } from "../../../lambdas/api/save-exam-attempt.ts";
import { captureLog } from "../support/capture-log.ts";
import { anExamAttempt, instantAt } from "../support/exam-builders.ts";

beforeEach(captureLog);

const attemptId = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";
const changed: DomainEvent = { type: "ExamChanged", userId: "asha", attemptId };

function openWorld(refused?: string) {
  let stored: ExamAttempt | "deleted" | null = null;
  const announced: DomainEvent[] = [];
  const counted: string[] = [];
  const services = {
    bus: { publish: async (event: DomainEvent) => void announced.push(event) },
    clock: { now: () => new Date(instantAt(600)) },
    callCounts: {
      admit: async ({ kind }: { kind: string }) => {
        counted.push(kind);
        return kind === refused ? 60 : null;
      },
    },
    examAttempts: {
      get: async () => structuredClone(stored),
      save: async (_: unknown, facts: ExamAttemptFacts) => {
        if (stored === "deleted" || (stored && stored.revision >= facts.revision)) return;
        stored = { ...facts, attempt_id: attemptId, user_id: "asha", markings: [] };
      },
      summarise: async () => "there" as const,
      remove: async () => {
        stored = "deleted";
      },
    },
    examMarkings: { get: async () => null, removeOf: async () => {} },
  };
  const call = { caller: { userId: "asha", username: "asha" }, params: { attemptId } };
  return {
    ...{ announced, counted },
    stored: () => stored,
    save: (facts: ExamAttemptFacts) => saveExamAttempt({ ...call, body: facts }, services),
    remove: () => deleteExamAttempt(call, services),
  };
}

describe("saving an exam attempt", () => {
  test("publishes a second event if the save is repeated", async () => {
    const world = openWorld();
    for (let nth = 0; nth < 2; nth += 1) await world.save(anExamAttempt({ revision: 3 }));
    expect(world.announced).toEqual([changed, changed]);
  });

  test("publishes nothing if the stored revision is newer", async () => {
    const world = openWorld();
    await world.save(anExamAttempt({ revision: 3 }));
    expect(await world.save(anExamAttempt({ revision: 2 }))).toMatchObject({ revision: 3 });
    expect(world.announced).toEqual([changed]);
  });
});

describe("the call limits of exam attempts", () => {
  test.each(["exam-facts", "new-exam-hour", "new-exam-month"] as const)(
    "prevent a save and a deletion of an unknown attempt beyond the limit %s",
    async (kind) => {
      const [saving, deleting] = [openWorld(kind), openWorld(kind)];
      await expect(saving.save(anExamAttempt())).rejects.toMatchObject({ code: "too_many_requests" });
      await expect(deleting.remove()).rejects.toMatchObject({ code: "too_many_requests" });
      expect([saving.stored(), deleting.stored()]).toEqual([null, null]);
      expect([...saving.announced, ...deleting.announced]).toEqual([]);
    },
  );

  test("count an exam attempt as new once, and count each of its saves and deletions", async () => {
    const world = openWorld();
    await world.save(anExamAttempt());
    await world.save(anExamAttempt({ revision: 2 }));
    await world.remove();
    await world.remove();
    expect(world.counted.filter((kind) => kind === "new-exam-hour")).toHaveLength(1);
    expect(world.counted.filter((kind) => kind === "exam-facts")).toHaveLength(4);
  });
});
