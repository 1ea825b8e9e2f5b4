import { describe, expect, it } from "vitest";
import type { ScoringUnit } from "../../../../domain/content/pack.ts";
import type { Marking, MarkingChange } from "../../../../domain/exam/exam-attempt.ts";
import { markChange, tickChange } from "../../../../domain/exam/marking-changes.ts";
import { changedRatings } from "../../../../web/src/features/exam/sheet/exam-reviews.ts";
import { aDialogue, aNote, anAttempt, aSegment, at, heard } from "../marked-attempts.ts";

const unit: ScoringUnit = { kind: "number", original: "two", translation: "दुई" };
const others = ["one", "three"].map((original): ScoringUnit => ({ ...unit, original }));
const attempt = anAttempt(aDialogue([heard, heard]));
const contents = [
  { kind: "ready", folder: "", segments: [aSegment([unit, ...others]), aSegment()], isChanged: false },
] as const;
const first = { dialogue: 0, segment: 0 };
const marked = markChange(first, true, at(9));
const missed = tickChange(first, { at: 0, unit }, "missed", at(2));

const marking = (...changes: MarkingChange[]): Marking => ({ marking_id: "m", created_at: at(0), changes });
const ratingsAfter = (before: readonly MarkingChange[], added: readonly MarkingChange[]) =>
  changedRatings({ attempt, contents, marking: marking(...before), added });

describe("changedRatings", () => {
  it("rates a segment only after it is marked", () => {
    expect(ratingsAfter([], [missed])).toEqual([]);
    expect(ratingsAfter([missed], [marked])).toMatchObject([
      { ...first, rating: { rating: "hard", missed: [{ kind: "number" }] } },
    ]);
  });

  it("changes the rating of a marked segment when a note is added or removed", () => {
    const note = aNote({ id: "00000000-0000-4000-8000-00000000000a" }, 10);
    expect(ratingsAfter([marked], [note])).toEqual([{ ...first, rating: { rating: "hard" } }]);
    const removal = {
      type: "note",
      id: "00000000-0000-4000-8000-00000000000a",
      changed_at: at(11),
      note: null,
    } as const;
    expect(ratingsAfter([marked, note], [removal])).toEqual([{ ...first, rating: { rating: "good" } }]);
  });

  it("removes the rating if the segment is no longer marked", () => {
    expect(ratingsAfter([marked], [markChange(first, false, at(12))])).toEqual([{ ...first, rating: null }]);
  });

  it("returns no ratings if the rating does not change", () => {
    expect(ratingsAfter([marked], [markChange(first, true, at(12))])).toEqual([]);
  });

  it("rates no segment in another person's marking", () => {
    expect(ratingsAfter([{ type: "marker", name: "Maya", changed_at: at(1) }], [marked])).toEqual([]);
  });
});
