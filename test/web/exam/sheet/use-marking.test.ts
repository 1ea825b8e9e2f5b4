// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Marking } from "../../../../domain/exam/exam-attempt.ts";
import { markChange } from "../../../../domain/exam/marking-changes.ts";
import { clearLocalExams, loadLocalExams } from "../../../../web/src/features/exam/attempts/local-exams.ts";
import { type MarkingSelection, useMarking } from "../../../../web/src/features/exam/sheet/use-marking.ts";
import { renderHook } from "../../support/render-hook.ts";
import { aDialogue, aNote, anAttempt, at, heard } from "../marked-attempts.ts";

const attempt = anAttempt(aDialogue([heard, heard]));
const places = [
  { dialogue: 0, segment: 0 },
  { dialogue: 0, segment: 1 },
];
const complete = places.map((place) => markChange(place, true, at(9)));

const marking = (id: string, second: number, marker: string, changes: Marking["changes"] = []): Marking => ({
  marking_id: id,
  created_at: at(second),
  changes: [
    aNote(),
    ...(marker === "" ? [] : [{ type: "marker" as const, changed_at: at(1), name: marker }]),
    ...changes,
  ],
});
const own = marking("own", 1, "");
const maya = marking("maya", 2, "Maya");

type Given = { known: Marking[]; deleted?: string[] };

const openLinked = (linkedId: string | null, ...known: Marking[]) =>
  renderHook<Given, MarkingSelection>(
    ({ known, deleted = [] }) =>
      useMarking("asha", { ...attempt, attempt_id: "mock", deleted_markings: deleted }, known, linkedId),
    { known },
  );
const open = (...known: Marking[]) => openLinked(null, ...known);
const whole = (of: Marking): Marking => ({ ...of, changes: [...of.changes, ...complete] });
const ids = (markings: readonly Marking[]) => markings.map(({ marking_id }) => marking_id);

afterEach(() => clearLocalExams("asha"));

describe("the open marking", () => {
  it("is the learner's own marking, even if another person's marking is newer", async () => {
    expect((await open(own, maya)).result().marking).toEqual(own);
    expect((await open(maya, { ...own, created_at: at(3) })).result().marking.marking_id).toBe("own");
  });

  it("is a new marking if the only known marking belongs to another person", async () => {
    const { result } = await open(maya);
    expect(result().marking.changes).toEqual([]);
    await act(async () => result().change([aNote({ remark: "mine" })]));
    expect(ids(result().markings)).toEqual(["maya", result().marking.marking_id]);
    const { markings } = await loadLocalExams("asha");
    expect(ids(markings)).toEqual([result().marking.marking_id]);
    expect(result().marking.marking_id).not.toBe("maya");
  });
});

describe("a link to a marking", () => {
  const openedBy = async (linkedId: string, ...known: Marking[]) =>
    (await openLinked(linkedId, ...known)).result().marking.marking_id;

  it("opens another person's complete marking, even if the learner has a marking", async () => {
    expect(await openedBy("maya", whole(maya))).toBe("maya");
    expect(await openedBy("maya", own, whole(maya))).toBe("maya");
  });

  it("opens the linked marking if the learner has two markings", async () => {
    expect(await openedBy("second", own, marking("second", 2, ""))).toBe("second");
  });

  it("opens the learner's marking if another person's linked marking is incomplete, deleted or unknown", async () => {
    expect(await openedBy("maya", own, maya)).toBe("own");
    expect(await openedBy("ravi", own, whole(maya))).toBe("own");
    const { result, rerender } = await openLinked("maya", own, whole(maya));
    await rerender({ known: [own, whole(maya)], deleted: ["maya"] });
    expect(result().marking.marking_id).toBe("own");
  });
});

it("useMarking adds a late change to the marking that was open before, not to the chosen marking", async () => {
  const { result } = await open(own, maya);
  const before = result();
  await act(async () => before.choose("maya"));
  await act(async () => before.change(complete));
  expect(result().marking.marking_id).toBe("maya");
  expect(result().marking.changes.filter(({ type }) => type === "segment")).toEqual([]);
  const { markings } = await loadLocalExams("asha");
  expect(ids(markings)).toEqual(["own"]);
});

it("useMarking preserves the order of the markings when another marking opens", async () => {
  const { result } = await open(own, maya, marking("ravi", 3, "Ravi"));
  for (const id of ["maya", "ravi", "own"]) {
    await act(async () => result().choose(id));
    expect([result().marking.marking_id, ids(result().markings)]).toEqual([id, ["own", "maya", "ravi"]]);
  }
  await act(async () => result().start("Asha"));
  expect(ids(result().markings)).toEqual(["own", "maya", "ravi", result().marking.marking_id]);
});

describe("a marking", () => {
  it("is hidden each time the learner opens it while one of two markings is incomplete", async () => {
    const { result } = await open(whole(own), maya);
    expect(result().isHidden).toBe(true);
    await act(async () => result().reveal());
    expect(result().isHidden).toBe(false);
    await act(async () => result().choose("maya"));
    expect(result().isHidden).toBe(true);
    await act(async () => result().reveal());
    await act(async () => result().choose("own"));
    expect(result().isHidden).toBe(true);
  });

  it("is shown when all markings are complete", async () => {
    const { result, rerender } = await open(whole(own), maya);
    await rerender({ known: [whole(own), whole(maya)] });
    expect(result().isHidden).toBe(false);
    await act(async () => result().choose("maya"));
    expect(result().isHidden).toBe(false);
  });

  it("is not hidden if it is new, or if it was open before a second marking arrived", async () => {
    const { result, rerender } = await open(own);
    expect(result().isHidden).toBe(false);
    // A marking that starts on another device must not interrupt the learner.
    await rerender({ known: [own, maya] });
    expect(result().isHidden).toBe(false);
    await act(async () => result().start("Ravi"));
    expect(result().isHidden).toBe(false);
  });
});

describe("a deleted marking", () => {
  it("is queued for deletion on the server, and the learner's own marking opens", async () => {
    const { result, rerender } = await open(own, maya);
    await act(async () => result().choose("maya"));
    await act(async () => result().change([aNote()]));
    await act(async () => result().remove());
    await vi.waitFor(async () =>
      expect((await loadLocalExams("asha")).removedMarkings).toMatchObject([{ marking_id: "maya" }]),
    );
    await rerender({ known: [own, maya], deleted: ["maya"] });
    expect([result().marking.marking_id, ids(result().markings)]).toEqual(["own", ["own"]]);
  });

  it("is replaced by a new marking if another device deleted it and the learner has no other marking", async () => {
    const { result, rerender } = await open(own);
    await rerender({ known: [], deleted: ["own"] });
    expect(result().marking.marking_id).not.toBe("own");
    await act(async () => result().change([aNote()]));
    expect(ids((await loadLocalExams("asha")).markings)).toEqual([result().marking.marking_id]);
  });
});
