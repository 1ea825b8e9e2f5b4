import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MarkingChange, MarkingNote } from "../../../domain/exam/exam-attempt.ts";
import {
  distinctPlaces,
  isAfterRecordingEnd,
  isOwnMarker,
  isSamePlace,
  markedSegments,
  markerOf,
  mergeChanges,
  mergeWithinLimits,
  notesOf,
  outcomesOf,
  placeOf,
  ticksOf,
  unitFingerprint,
} from "../../../domain/exam/exam-marking.ts";
import { anyChanges } from "./exam-changes.ts";

const at = (second: number) => `2026-11-21T12:00:0${second}.000Z`;
const id = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";
const note: MarkingNote = { dialogue: 0, segment: 2, kind: "omission", at_seconds: 3, deduction: 1.5, remark: "" };
const noted = (second: number, fields: Partial<MarkingNote> | null = {}, noteId = id): MarkingChange => ({
  ...{ type: "note", id: noteId, changed_at: at(second) },
  note: fields && { ...note, ...fields },
});

describe("a merge of marking changes", () => {
  const merged = (...copies: readonly (readonly MarkingChange[])[]) =>
    copies.reduce<MarkingChange[]>((all, copy) => mergeChanges(all, copy), []);

  test("has the same result for either order of two lists", () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (one, other) => {
        expect(mergeChanges(one, other)).toEqual(mergeChanges(other, one));
      }),
    );
  });

  test("has the same result for any grouping of three lists", () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, anyChanges, (one, two, three) => {
        expect(merged(merged(one, two), three)).toEqual(merged(one, merged(two, three)));
      }),
    );
  });

  test("has the same result if lists repeat or changes arrive one at a time", () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (one, other) => {
        const once = mergeChanges(one, other);
        expect(mergeChanges(once, once)).toEqual(once);
        expect(merged(once, one, other, one)).toEqual(once);
        expect(merged(...[...one, ...other].map((change) => [change]))).toEqual(once);
      }),
    );
  });

  test("keeps only the latest change of each note, tick and segment, and of the marker", () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (one, other) => {
        const all = [...one, ...other];
        const kept = mergeChanges(one, other);
        expect(all).toEqual(expect.arrayContaining(kept));
        for (const change of all) {
          const same = kept.filter((each) => {
            if (each.type !== change.type) return false;
            if (each.type === "note" && change.type === "note") return each.id === change.id;
            if (each.type === "tick" && change.type === "tick") {
              if (each.unit !== change.unit || each.sign !== change.sign) return false;
            }
            const [here, there] = [placeOf(each), placeOf(change)];
            return here?.dialogue === there?.dialogue && here?.segment === there?.segment;
          });
          expect(same).toHaveLength(1);
          expect((same[0]?.changed_at ?? "") >= change.changed_at).toBe(true);
        }
      }),
    );
  });

  test("compares the instants of changes, not the text of their timestamps", () => {
    const earlier = { ...noted(1, { remark: "earlier" }), changed_at: "2026-11-21T12:00:00.9Z" };
    const later = { ...noted(1, { remark: "later" }), changed_at: "2026-11-21T12:00:00.95Z" };
    const whole = { ...noted(1, { remark: "whole" }), changed_at: "2026-11-21T12:00:01Z" };
    expect(notesOf([later, earlier])).toMatchObject([{ remark: "later" }]);
    expect(notesOf([later, whole])).toMatchObject([{ remark: "whole" }]);
  });

  test("prefers a change with content to a removal at the same instant", () => {
    expect(notesOf(mergeChanges([noted(1)], [noted(1, null)]))).toHaveLength(1);
    expect(notesOf(mergeChanges([noted(1)], [noted(2, null)]))).toEqual([]);
    expect(notesOf(mergeChanges([noted(3)], [noted(2, null)]))).toHaveLength(1);
    const segment = (marked: boolean): MarkingChange => ({
      ...{ type: "segment", dialogue: 0, segment: 2, changed_at: at(1) },
      marked,
    });
    expect(mergeChanges([segment(true)], [segment(false)])).toEqual([segment(true)]);
  });

  test("adds the earliest new notes up to a total of 300 notes", () => {
    const idOf = (nth: number) => `0f8e2c9a-3d44-4b57-8a8e-${String(nth).padStart(12, "0")}`;
    const ofNotes = (count: number) => Array.from({ length: count }, (_, nth) => noted(1, {}, idOf(nth)));
    const [later, earlier] = [noted(8, {}, idOf(900)), noted(7, {}, idOf(901))];
    const change = noted(9, { remark: "changed" }, idOf(0));
    const full = mergeWithinLimits(ofNotes(299), [later, earlier, change]);
    expect(full).toHaveLength(300);
    expect(full).toEqual(expect.arrayContaining([earlier, change]));
    expect(full).not.toContainEqual(later);
    expect(mergeWithinLimits(ofNotes(300), [earlier])).toEqual(ofNotes(300));
  });
});

describe("isAfterRecordingEnd", () => {
  const heard = (take_seconds: number | null) => ({ heard_at: at(0), repeats: 0, take_seconds, interrupted: false });
  const dialogues = [{ segments: [heard(8), heard(null), null] }];
  const beyond = (segment: number, at_seconds: number) =>
    isAfterRecordingEnd(dialogues, noted(1, { segment, at_seconds }));

  test("returns true for a note more than a tenth of a second after the recording's end", () => {
    expect([beyond(0, 0), beyond(0, 8), beyond(0, 8.1), beyond(0, 8.2)]).toEqual([false, false, false, true]);
    expect(isAfterRecordingEnd(dialogues, noted(1, null))).toBe(false);
  });

  test("returns false for a note on a segment without a recording", () => {
    expect([beyond(1, 500), beyond(2, 500), beyond(3, 500)]).toEqual([false, false, false]);
  });
});

describe("the contents of a marking", () => {
  const otherId = id.replace(/0$/, "1");
  const changes: MarkingChange[] = [
    { type: "tick", dialogue: 1, segment: 0, unit: 1, sign: "0badcafe", changed_at: at(1), outcome: "missed" },
    { type: "tick", dialogue: 0, segment: 10, unit: 0, sign: "0badcafe", changed_at: at(1), outcome: "carried" },
    { type: "tick", dialogue: 0, segment: 2, unit: 0, sign: "0badcafe", changed_at: at(1), outcome: "carried" },
    { type: "tick", dialogue: 0, segment: 2, unit: 0, sign: "0badcafe", changed_at: at(2), outcome: null },
    { type: "segment", dialogue: 1, segment: 0, changed_at: at(1), marked: true },
    { type: "segment", dialogue: 0, segment: 10, changed_at: at(1), marked: true },
    { type: "segment", dialogue: 0, segment: 9, changed_at: at(1), marked: true },
    { type: "segment", dialogue: 0, segment: 9, changed_at: at(2), marked: false },
    { type: "marker", changed_at: at(1), name: "Asha" },
    { type: "marker", changed_at: at(2), name: "Asha Rai" },
    noted(1, { segment: 10, at_seconds: 1 }, otherId),
    noted(1),
  ];

  test("include its notes in the order of their segments", () => {
    expect(notesOf(changes)).toEqual([
      { ...note, id },
      { ...note, segment: 10, at_seconds: 1, id: otherId },
    ]);
    expect(notesOf([])).toEqual([]);
  });

  test("include its ticks, except the removed ticks", () => {
    expect(new Set(ticksOf(changes))).toEqual(
      new Set([
        { dialogue: 0, segment: 10, unit: 0, sign: "0badcafe", outcome: "carried" },
        { dialogue: 1, segment: 0, unit: 1, sign: "0badcafe", outcome: "missed" },
      ]),
    );
  });

  test("include the marked segments and the marker's name", () => {
    expect(new Set(markedSegments(changes))).toEqual(
      new Set([
        { dialogue: 0, segment: 10 },
        { dialogue: 1, segment: 0 },
      ]),
    );
    expect(markerOf(changes)).toBe("Asha Rai");
    expect(markerOf([])).toBe("");
    expect(markerOf([noted(1)])).toBe("");
    expect(["", "  ", "Asha"].map(isOwnMarker)).toEqual([true, true, false]);
  });
});

describe("the fingerprint of a scoring unit", () => {
  const unit = { kind: "number", original: "two", translation: "three" } as const;

  test("is the 32-bit FNV-1a hash of the unit's content if the content is ASCII", () => {
    expect(unitFingerprint(unit)).toBe("34673f92");
  });

  test("changes with the kind, the original or the translation of the unit", () => {
    const others = [
      { ...unit, kind: "term" as const },
      { ...unit, original: "two tablets" },
      { ...unit, translation: "तीन" },
      { ...unit, translation: "तीस" },
    ];
    expect(new Set([unit, ...others].map(unitFingerprint)).size).toBe(5);
  });

  test("prevents a tick from applying to another unit in the same position", () => {
    const place = { dialogue: 0, segment: 0 };
    const ticks = [{ ...place, unit: 1, sign: unitFingerprint(unit), outcome: "missed" as const }];
    const before = { ...unit, original: "one" };
    expect(outcomesOf(ticks, place, [before, unit])).toEqual([null, "missed"]);
    expect(outcomesOf(ticks, place, [before, before, unit])).toEqual([null, null, null]);
    expect(outcomesOf(ticks, { ...place, segment: 1 }, [before, unit])).toEqual([null, null]);
  });
});

describe("the places of segments in an exam", () => {
  const [first, last] = [
    { dialogue: 0, segment: 2 },
    { dialogue: 1, segment: 0 },
  ];

  test("are the same if dialogue and segment are the same", () => {
    expect([isSamePlace(first, { ...first }), isSamePlace(first, last), isSamePlace(first, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isSamePlace(first, { dialogue: 0, segment: 1 })).toBe(false);
  });

  test("are each returned once, in the order of the exam", () => {
    const recording = { ...last, seconds: 8 };
    expect(distinctPlaces([recording, first, last, first])).toEqual([first, last]);
    expect(distinctPlaces([])).toEqual([]);
  });
});
