import { describe, expect, test } from "vitest";
import { countMissedUnits, type UnitKind } from "../../../domain/study/missed-units.ts";
import type { StoredReview } from "../../../domain/study/study.ts";
import { dayOf, reviewOn } from "./study-facts.ts";

const today = dayOf("2026-11-25");
const missed = (...kinds: UnitKind[]) => kinds.map((kind) => ({ sign: "0123abcd", kind }));
const now = (...kinds: UnitKind[]) => reviewOn("2026-11-20", 1, "hard", missed(...kinds));
const earlier = (...kinds: UnitKind[]) => reviewOn("2026-10-25", 1, "hard", missed(...kinds));
const countOf = (reviews: readonly StoredReview[]) => countMissedUnits({ reviews }, today, 28);

describe("the missed units", () => {
  test("are counted by kind, the most missed kind first", () => {
    const reviews = [now("name", "number", "number"), now("number"), now(), reviewOn("2026-11-20", 2, "good")];
    expect(countOf(reviews)).toEqual({
      checked: 3,
      kinds: [
        { kind: "number", missed: 3, trend: "unknown" },
        { kind: "name", missed: 1, trend: "unknown" },
      ],
    });
  });

  test("are those of the last 28 days", () => {
    const reviews = ["2026-10-28", "2026-10-29", "2026-11-25", "2026-11-26"].map((date) =>
      reviewOn(date, 1, "hard", missed("date")),
    );
    // The first review is before the period, and the last review is in the future.
    expect(countOf(reviews)).toMatchObject({ checked: 2, kinds: [{ kind: "date", missed: 2 }] });
  });

  test.each([
    ["fewer", [now("term")], [earlier("term", "term")]],
    ["more", [now("term", "term")], [earlier("term")]],
    ["same", [now("term")], [earlier("term")]],
    // In both periods, the learner missed one unit in each checklist.
    ["same", [now("term"), now("term"), now("term")], [earlier("term")]],
    ["more", [now("term")], [earlier()]],
    ["fewer", [now()], [earlier("term")]],
    ["unknown", [now("term")], []],
    ["unknown", [], [earlier("term")]],
  ] as const)("per checklist have the trend “%s”", (trend, present, former) => {
    expect(countOf([...former, ...present]).kinds).toMatchObject([{ kind: "term", trend }]);
  });

  test("do not include those that a teacher's feedback names", () => {
    const feedback: StoredReview = { ...now("term", "name"), source: "feedback" };
    expect(countOf([now("term"), feedback])).toMatchObject({ checked: 1, kinds: [{ kind: "term", missed: 1 }] });
  });

  test("have the trend “same” if they change by a tenth", () => {
    const ten = Array.from({ length: 10 }, () => earlier("term"));
    const eleven = Array.from({ length: 10 }, (_, at) => (at === 0 ? now("term", "term") : now("term")));
    expect(countOf([...ten, ...eleven]).kinds).toEqual([{ kind: "term", missed: 11, trend: "same" }]);
  });

  test("are an empty list if no checklist was filled in", () => {
    expect(countOf([reviewOn("2026-11-20", 1, "again")])).toEqual({ checked: 0, kinds: [] });
  });
});
