import "fake-indexeddb/auto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ReceivedComment } from "../../../domain/sharing/share-comment.ts";
import type { ShareWithComments } from "../../../domain/sharing/share-routes.ts";
import { reviewsOfComments, saveReviewsOfComments } from "../../../web/src/features/sharing/missed-units.ts";
import { loadStudyChanges } from "../../../web/src/features/study/study-data.ts";

const at = "2026-11-26T09:00:00.000Z";
const date = { sign: "0000000a", kind: "date", text: "25 March" } as const;
const number = { sign: "0000000b", kind: "number", text: "forty" } as const;

const comment = (change: Partial<ReceivedComment>): ReceivedComment => ({
  ...{ comment_id: crypto.randomUUID(), guest_id: crypto.randomUUID(), guest_name: "Maya" },
  ...{ dialogue: 0, segment: 2, at_seconds: null, kind: "meaning", text: "", unit: null },
  ...{ voice: null, voice_url: null, created_at: at, changed_at: at },
  ...change,
});

const feedback = (comments: ReceivedComment[]): ShareWithComments => ({
  share: {
    ...{ link_id: "", share_id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff", created_at: at, expires_at: at, state: "open" },
    ...{ subject: { kind: "dialogue" }, asker: "Asha", question: "", recordings: [], guests: [], comments: 0 },
    teachers: [],
    dialogues: [{ language: "nepali", scenario_id: "health-1", title: "Living with type two diabetes" }],
  },
  comments,
  recordings: [],
});

const segment3 = { kind: "segment", language: "nepali", scenario_id: "health-1", segment_id: "segment-3" };

describe("reviewsOfComments", () => {
  test("returns one review of a segment for all units that guests name as missed", () => {
    const both = [comment({ unit: date }), comment({ unit: number }), comment({ unit: date })];
    expect(reviewsOfComments(feedback(both)).map(({ review }) => review)).toEqual([
      {
        item: segment3,
        rating: "again",
        missed: [
          { sign: "0000000a", kind: "date" },
          { sign: "0000000b", kind: "number" },
        ],
        source: "feedback",
      },
    ]);
  });

  test("ignores comments that name no unit", () => {
    expect(reviewsOfComments(feedback([comment({}), comment({ kind: "praise" })]))).toEqual([]);
  });

  test("ignores a comment on a dialogue that is not part of the share", () => {
    expect(reviewsOfComments(feedback([comment({ dialogue: 1, unit: date })]))).toEqual([]);
  });

  test("returns the missed units in the same order for each order of the comments", () => {
    const missedOf = (comments: ReceivedComment[]) => reviewsOfComments(feedback(comments))[0]?.review.missed;
    const [one, other] = [comment({ unit: date }), comment({ unit: number })];
    expect(missedOf([other, one])).toEqual(missedOf([one, other]));
  });
});

describe("saveReviewsOfComments", () => {
  const saved = async (userId: string) =>
    (await loadStudyChanges(userId)).map(({ change }) => (change.type === "review" ? change : undefined));

  test("replaces a segment's review under the same id and day when guests name another missed unit", async () => {
    const userId = crypto.randomUUID();
    await saveReviewsOfComments(userId, feedback([comment({ unit: date })]));
    const [first] = await saved(userId);
    expect(first?.review?.missed).toEqual([{ sign: "0000000a", kind: "date" }]);
    await saveReviewsOfComments(userId, feedback([comment({ unit: number }), comment({ unit: date })]));
    expect(await saved(userId)).toMatchObject([
      {
        id: first?.id,
        review: {
          day: first?.review?.day,
          missed: [
            { sign: "0000000a", kind: "date" },
            { sign: "0000000b", kind: "number" },
          ],
        },
      },
    ]);
  });

  test("saves no change if the missed units are the same as before", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const userId = crypto.randomUUID();
    await saveReviewsOfComments(userId, feedback([comment({ unit: date })]));
    const before = await saved(userId);
    expect(before).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_000);
    await saveReviewsOfComments(userId, feedback([comment({ unit: date }), comment({ unit: date })]));
    expect(await saved(userId)).toEqual(before);
  });
});
