import { describe, expect, test } from "vitest";
import type { ReceivedComment } from "../../../domain/sharing/share-comment.ts";
import type { ShareWithComments } from "../../../domain/sharing/share-routes.ts";
import { reviewsOfComments } from "../../../web/src/features/sharing/missed-units.ts";

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

  test("returns a key that depends on the missed units, but not on their order", () => {
    const keyOf = (comments: ReceivedComment[]) => reviewsOfComments(feedback(comments))[0]?.key;
    const [one, other] = [comment({ unit: date }), comment({ unit: number })];
    expect(keyOf([one, other])).toBe(keyOf([other, one]));
    expect(keyOf([one])).not.toBe(keyOf([one, other]));
  });
});
