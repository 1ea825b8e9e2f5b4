import { beforeEach, describe, expect, test } from "vitest";
import type { DomainEvent } from "../../../domain/realtime/event.ts";
import type { StudyChange } from "../../../domain/study/study-change.ts";
import { saveStudyChanges } from "../../../lambdas/api/save-study-changes.ts";
import type { StudyBatch } from "../../../lambdas/store/study-changes.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { aRecordingChange, aRetentionChange, aReview, aReviewChange, firstDay } from "../support/study-builders.ts";

beforeEach(captureLog);

const now = "2026-11-21T12:00:00.000Z";
const batchId = "7d1e5b1c-2c0f-4a53-9b0e-6a4b8f3e2d19";
const sender = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";

function openWorld({ refused, isBusDown = false }: { refused?: string; isBusDown?: boolean } = {}) {
  const batches: StudyBatch[] = [];
  const published: DomainEvent[] = [];
  const services = {
    bus: {
      publish: async (event: DomainEvent) => {
        if (isBusDown) throw new Error("The bus is down");
        published.push(event);
      },
    },
    clock: { now: () => new Date(now) },
    callCounts: { admit: async ({ kind }: { kind: string }) => (kind === refused ? 60 : null) },
    studyChanges: {
      append: async (_: string, batch: StudyBatch) => {
        const known = batches.findIndex((each) => each.batchId === batch.batchId);
        return known === -1 ? batches.push(batch) : known + 1;
      },
    },
  };
  const caller = { userId: "asha", username: "asha" };
  const save = (changes: StudyChange[], by?: string) =>
    saveStudyChanges({ caller, params: { batchId }, body: { changes, ...(by && { sender: by }) } }, services);
  return { batches, published, save };
}

const storedOf = async (...changes: StudyChange[]) => {
  const { batches, save } = openWorld();
  await save(changes);
  return batches[0]?.changes ?? [];
};
const timesOf = (changes: readonly StudyChange[]) => changes.map(({ changed_at }) => changed_at);

describe("the times of changes", () => {
  test.each([
    ["2026-11-21T11:59:59.999Z", "2026-11-21T11:59:59.999Z"],
    [now, now],
    ["2026-11-21T12:00:00.001Z", now],
    ["9999-12-31T23:59:59.999Z", now],
    ["2026-11-21T11:59:59Z", "2026-11-21T11:59:59.000Z"],
    ["2026-11-21T11:59:59.123456Z", "2026-11-21T11:59:59.123Z"],
  ])("sent as %s are stored as %s", async (sent, kept) => {
    expect(timesOf(await storedOf(aRetentionChange(0.9, sent)))).toEqual([kept]);
  });

  test("keep their order if several changes are dated in the future", async () => {
    const at = (second: number) => `2026-12-01T00:00:0${second}.000Z`;
    const changes = [3, 1, 2].map((second) => aReviewChange(undefined, { changed_at: at(second) }));
    const [third, first, second] = changes;
    const stored = await storedOf(...changes);
    expect(stored.map((change) => "id" in change && change.id)).toEqual(
      [first, second, third].map((change) => change && "id" in change && change.id),
    );
    expect(timesOf(stored)).toEqual(["2026-11-21T11:59:59.998Z", "2026-11-21T11:59:59.999Z", now]);
  });

  test("are compared before they are replaced by the current time", async () => {
    const early = aRetentionChange(0.95, "2026-12-01T00:00:00.000Z");
    const late = aRetentionChange(0.85, "2026-12-02T00:00:00.000Z");
    for (const changes of [
      [early, late],
      [late, early],
    ]) {
      expect(await storedOf(...changes)).toEqual([{ ...late, changed_at: now }]);
    }
  });
});

test("the time of a review's first save is at most the time of the change", async () => {
  const changed_at = "2026-11-21T10:00:00.000Z";
  const storedFor = async (made_at: string) => {
    const [change] = await storedOf(aReviewChange(aReview({ made_at }), { changed_at }));
    return change && "review" in change && change.review?.made_at;
  };
  expect(await storedFor("2026-11-20T10:00:00.000Z")).toBe("2026-11-20T10:00:00.000Z");
  expect(await storedFor("2026-11-21T11:00:00.000Z")).toBe(changed_at);
});

describe("the day of a change", () => {
  test("is limited to the latest study day on earth at the time of the change", async () => {
    const day = firstDay + 400;
    // In UTC, this time is on the day before `firstDay`. At UTC+14, it is on `firstDay`.
    const fields = { changed_at: "2026-11-20T18:00:00.000Z" };
    const stored = await storedOf(aReviewChange(aReview({ day }), fields), aRecordingChange({ day }, fields));
    expect(
      new Set(
        stored.map((change) =>
          "review" in change ? change.review?.day : "recording" in change && change.recording.day,
        ),
      ),
    ).toEqual(new Set([firstDay]));
  });

  test("is unchanged if it is in the past", async () => {
    expect(await storedOf(aReviewChange(aReview({ day: firstDay - 3 })))).toMatchObject([
      { review: { day: firstDay - 3 } },
    ]);
  });

  test("is not added to a removed review", async () => {
    expect(await storedOf(aReviewChange(null))).toMatchObject([{ review: null }]);
  });
});

describe("saving a batch", () => {
  test("publishes the batch's number and sender, even for a repeated request", async () => {
    const { published, save } = openWorld();
    for (let nth = 0; nth < 2; nth += 1) expect(await save([aReviewChange()], sender)).toEqual({ number: 1 });
    const event = { type: "StudyChanged", userId: "asha", number: 1, sender };
    expect(published).toEqual([event, event]);
  });

  test("publishes no sender if the request has none", async () => {
    const { published, save } = openWorld();
    await save([aReviewChange()]);
    expect(published).toEqual([{ type: "StudyChanged", userId: "asha", number: 1 }]);
  });

  test("succeeds and logs the failure if the bus is down", async () => {
    const { batches, save } = openWorld({ isBusDown: true });
    expect(await save([aReviewChange()])).toEqual({ number: 1 });
    expect(batches).toHaveLength(1);
    expect(logLines()).toMatchObject([{ level: "ERROR", event: "StudyChanged" }]);
  });

  test("is refused at the daily limit and stores nothing", async () => {
    const { batches, published, save } = openWorld({ refused: "study-batch-day" });
    await expect(save([aReviewChange()])).rejects.toMatchObject({ code: "too_many_requests" });
    expect([batches, published]).toEqual([[], []]);
  });
});
