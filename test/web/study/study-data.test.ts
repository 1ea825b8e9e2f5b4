import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { StudyChange } from "../../../domain/study/study-change.ts";
import { ApiError } from "../../../web/src/api.ts";
import { recordServerTime } from "../../../web/src/browser/server-time.ts";
import { openStudyStore } from "../../../web/src/features/study/internal/study-store.ts";
import { saveReview } from "../../../web/src/features/study/study.ts";
import * as data from "../../../web/src/features/study/study-data.ts";
import { aReview, aTerm, instantOn } from "../../domain/study/study-builders.ts";
import { aRecordingChange } from "../../lambdas/support/study-builders.ts";

const segment = { language: "nepali", scenario_id: "emp-1", segment_id: "segment-1" } as const;

type Batch = { batchId: string; changes: StudyChange[] };

const server = vi.hoisted(() => ({
  batches: [] as { batchId: string; changes: unknown[] }[],
  /** Includes repeated batches. */
  received: [] as { batchId: string; changes: unknown[] }[],
  lists: [] as number[],
  fail: null as null | (() => void),
  loseNextAnswer: false,
}));

vi.mock("../../../web/src/features/accounts/call-api-as.ts", () => ({
  callApiAs: async (_: string, route: string, { params, body }: { params: Record<string, string>; body?: never }) => {
    server.fail?.();
    if (route === "list-study-changes") {
      const after = Number(params["after"]);
      server.lists.push(after);
      const changes = server.batches.slice(after).flatMap((batch) => batch.changes);
      return { changes, last: server.batches.length, more: false };
    }
    const batch = { batchId: params["batchId"] ?? "", changes: (body as unknown as Batch).changes };
    server.received.push(batch);
    const known = server.batches.findIndex(({ batchId }) => batchId === batch.batchId);
    if (known < 0) server.batches.push(batch);
    if (server.loseNextAnswer) {
      server.loseNextAnswer = false;
      throw new ApiError("unreachable", "");
    }
    return { number: known < 0 ? server.batches.length : known + 1 };
  },
}));

const toasts = vi.hoisted(() => [] as string[]);
vi.mock("../../../web/src/ui/toasts.ts", () => ({ showToast: ({ title }: { title: string }) => toasts.push(title) }));

const offline = () => {
  throw new ApiError("unreachable", "");
};
const idsOf = (changes: readonly unknown[]) => changes.map((change) => (change as { id: string }).id);

let userId: string;
let stop = () => {};

beforeEach(() => {
  userId = randomUUID();
  Object.assign(server, { batches: [], received: [], lists: [], fail: null, loseNextAnswer: false });
  toasts.length = 0;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
  stop();
  stop = () => {};
  await data.clearStudy(userId);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("study data", () => {
  test("of three reviews is sent oldest first and in one batch after the network returns", async () => {
    server.fail = offline;
    stop = data.startStudySync(userId);
    const reviews = [aReview({ day: 102 }), aReview({ day: 100 }), aReview({ day: 101 })];
    for (const review of reviews) await data.saveStudyChanges(userId, [review]);
    expect(await data.flushStudy(userId, 50)).toBe(3);
    server.fail = null;
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    expect(server.received.map(({ changes }) => idsOf(changes))).toEqual([
      [reviews[1]?.id, reviews[2]?.id, reviews[0]?.id],
    ]);
    await data.flushStudy(userId, 1_000);
    expect(server.received).toHaveLength(1);
  });

  test("is sent again under the same batch id if the response was lost", async () => {
    server.loseNextAnswer = true;
    stop = data.startStudySync(userId);
    await data.saveStudyChanges(userId, [aReview({ day: 100 })]);
    await data.flushStudy(userId, 100);
    await data.saveStudyChanges(userId, [aReview({ day: 101 })]);
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    const [first, second] = server.received;
    expect(second?.batchId).toBe(first?.batchId);
    expect(server.batches.flatMap(({ changes }) => changes)).toHaveLength(2);
  });

  test("is not sent by a waiting tab after another tab sent it", async () => {
    server.fail = offline;
    stop = data.startStudySync(userId);
    const review = aReview({ day: 100 });
    await data.saveStudyChanges(userId, [review]);
    expect(await data.flushStudy(userId, 50)).toBe(1);
    await openStudyStore().setStatus(userId, [review], "sent");
    server.fail = null;
    expect(await data.flushStudy(userId, 1_000)).toBe(0);
    const later = aReview({ day: 101 });
    await data.saveStudyChanges(userId, [later]);
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    expect(server.received.map(({ changes }) => idsOf(changes))).toEqual([[later.id]]);
  });

  test("of other devices is fetched starting after the last fetched batch", async () => {
    const [one, other] = [aReview({ day: 100 }), aTerm()];
    server.batches.push({ batchId: randomUUID(), changes: [one] });
    stop = data.startStudySync(userId);
    await data.fetchStudyChanges(userId, 1);
    expect(await data.loadStudyChanges(userId)).toHaveLength(1);
    await data.fetchStudyChanges(userId, 1);
    server.batches.push({ batchId: randomUUID(), changes: [other] });
    await data.fetchStudyChanges(userId, 2);
    expect(idsOf((await data.loadStudyChanges(userId)).map(({ change }) => change)).sort()).toEqual(
      [one.id, other.id].sort(),
    );
    expect(server.lists).toEqual([0, 1]);
  });

  test("of other devices is fetched even if it was stored after a running fetch had read the latest batch", async () => {
    const [one, other] = [aReview({ day: 100 }), aTerm()];
    server.batches.push({ batchId: randomUUID(), changes: [one] });
    stop = data.startStudySync(userId);
    let second: Promise<void> | undefined;
    server.fail = () => {
      server.fail = null;
      queueMicrotask(() => {
        server.batches.push({ batchId: randomUUID(), changes: [other] });
        second = data.fetchStudyChanges(userId, 2);
      });
    };
    await data.fetchStudyChanges(userId, 1);
    await second;
    expect(await data.loadStudyChanges(userId)).toHaveLength(2);
    expect(server.lists).toEqual([0, 1]);
  });

  test("that this device sent is not fetched if this device has all earlier batches", async () => {
    stop = data.startStudySync(userId);
    await data.saveStudyChanges(userId, [aReview({ day: 100 })]);
    await data.flushStudy(userId, 4_000);
    await data.fetchStudyChanges(userId, 1);
    expect(server.lists).toEqual([]);
  });

  test("keeps the learner's later change if an older change of another device arrives", async () => {
    const term = aTerm({}, instantOn(100));
    const edited: StudyChange = {
      ...term,
      term: term.term && { ...term.term, note: "later" },
      changed_at: instantOn(102),
    };
    await data.saveStudyChanges(userId, [edited]);
    server.fail = () => {};
    server.batches.push({ batchId: randomUUID(), changes: [{ ...term, changed_at: instantOn(101) }] });
    stop = data.startStudySync(userId);
    await data.fetchStudyChanges(userId);
    expect(server.lists).toEqual([0]);
    expect((await data.loadStudyChanges(userId)).map(({ change }) => change)).toEqual([edited]);
  });

  test("that the server refuses does not block later changes", async () => {
    const refused = aReview({ day: 100 });
    server.fail = () => {
      throw new ApiError("bad_request", "");
    };
    stop = data.startStudySync(userId);
    await data.saveStudyChanges(userId, [refused]);
    await data.flushStudy(userId, 4_000);
    server.fail = null;
    const later = aReview({ day: 101 });
    await data.saveStudyChanges(userId, [later]);
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    expect(server.received.map(({ changes }) => idsOf(changes))).toEqual([[later.id]]);
    const kept = await data.loadStudyChanges(userId);
    expect(kept.find(({ change }) => "id" in change && change.id === refused.id)?.status).toBe("refused");
  });

  test("of a review is sent and causes a message if this browser cannot store the review", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    stop = data.startStudySync(userId);
    const item = { kind: "segment", ...segment } as const;
    const id = await saveReview(userId, { item, rating: "good", source: "practice" });
    expect(toasts).toEqual(["Not Stored"]);
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    expect(server.received.map(({ changes }) => idsOf(changes))).toEqual([[id]]);
  });

  test("of a review that is corrected later keeps the day and the time of the review", async () => {
    const review = { item: { kind: "segment", ...segment }, source: "practice" } as const;
    const at = async (instant: string) => {
      vi.setSystemTime(instant);
      recordServerTime(instant);
    };
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    at("2026-11-25T12:00:00.000Z");
    const id = await saveReview(userId, { ...review, rating: "again" });
    for (const instant of ["2026-11-26T12:00:00.000Z", "2026-11-29T12:00:00.000Z"]) {
      at(instant);
      await saveReview(userId, { ...review, rating: "good" }, id);
      expect((await data.loadStudyChanges(userId)).map(({ change }) => change)).toEqual([
        {
          ...{ type: "review", id, changed_at: instant },
          review: { ...review, rating: "good", day: 20_782, made_at: "2026-11-25T12:00:00.000Z" },
        },
      ]);
    }
  });

  test("of a recording is sent without a message if this browser cannot store the data", async () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    stop = data.startStudySync(userId);
    expect(await data.saveStudyChanges(userId, [aRecordingChange()])).toBe(false);
    expect(toasts).toEqual([]);
    expect(await data.flushStudy(userId, 4_000)).toBe(0);
    expect(server.received).toHaveLength(1);
  });

  test("of 250 changes is sent in three batches", async () => {
    stop = data.startStudySync(userId);
    await data.saveStudyChanges(
      userId,
      Array.from({ length: 250 }, (_, at) => aReview({ day: 100 + at })),
    );
    expect(await data.flushStudy(userId, 8_000)).toBe(0);
    expect(server.received.map(({ changes }) => changes.length)).toEqual([100, 100, 50]);
  });
});
