import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoringUnit } from "../../../domain/content/pack.ts";
import type { UnitOutcome } from "../../../domain/exam/exam-attempt.ts";
import { rateByMarking, rateByTicks, unitPositions } from "../../../domain/study/segment-review.ts";

const unit = (number: number): ScoringUnit => ({
  kind: "number",
  original: `${number} days`,
  translation: `${number} दिन`,
});
const units = [1, 2, 3, 4, 5].map(unit);
const marked = (...outcomes: (UnitOutcome | null)[]) => outcomes.map((outcome, at) => ({ ...unit(at + 1), outcome }));

describe("rateByTicks", () => {
  it.each([
    [[], "good"],
    [[0], "hard"],
    [[0, 4], "hard"],
    [[0, 2, 4], "again"],
  ])("with the ticks %j rates a segment of five units as %s", (ticked, rating) => {
    expect(rateByTicks(units, new Set(ticked)).rating).toBe(rating);
  });

  it("returns the kind of each missed unit", () => {
    expect(rateByTicks(units, new Set()).missed).toEqual([]);
    const named: ScoringUnit = { kind: "name", original: "Mrs Lee", translation: "ली" };
    const { missed = [] } = rateByTicks([unit(1), named, unit(2)], new Set([1, 2]));
    expect(missed.map(({ kind }) => kind)).toEqual(["name", "number"]);
  });

  it("returns missed units from which unitPositions restores the ticks", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(4)), (ticked) => {
        const { missed } = rateByTicks(units, new Set(ticked));
        expect([...unitPositions(units, missed)].toSorted()).toEqual(ticked.toSorted());
      }),
    );
  });

  it("returns missed units that unitPositions leaves out if the segment no longer has them", () => {
    const { missed } = rateByTicks(units, new Set([0, 1]));
    expect([...unitPositions(units.slice(1), missed)]).toEqual([0]);
    expect(unitPositions(units, undefined).size).toBe(0);
  });
});

describe("rateByMarking", () => {
  it.each<[string, ReturnType<typeof marked>, number, string]>([
    ["all units correct as “good”", marked("carried", "carried", "carried"), 0, "good"],
    ["one of five units missed as “hard”", marked("missed", "carried", null, null, null), 0, "hard"],
    ["half of the units missed as “again”", marked("missed", "missed", "carried", "carried"), 0, "again"],
    [
      "three of eight units missed as “again”",
      marked("missed", "missed", "missed", null, null, null, null, null),
      0,
      "again",
    ],
    ["a noted error and no marked unit as “hard”", marked(null, null, null), 1, "hard"],
    ["two noted errors as “hard”", marked("carried", "carried"), 2, "hard"],
    ["three noted errors as “again”", marked(null, null, null), 3, "again"],
    ["no marked unit and no noted error as “good”", marked(null, null), 0, "good"],
    ["a noted error but without units as “hard”", [], 1, "hard"],
  ])("rates a segment with %s", (_, of, notes, rating) => {
    expect(rateByMarking({ units: of, notes }).rating).toBe(rating);
  });

  it("omits the list of missed units if no unit is marked", () => {
    expect(rateByMarking({ units: marked(null, null), notes: 1 })).toEqual({ rating: "hard" });
    expect(rateByMarking({ units: marked("carried", null), notes: 0 }).missed).toEqual([]);
    expect(rateByMarking({ units: marked("carried", "missed", null), notes: 0 }).missed).toHaveLength(1);
  });
});
