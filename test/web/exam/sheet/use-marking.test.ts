// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Marking } from "../../../../domain/exam/exam-attempt.ts";
import { clearExamFacts, examsHere } from "../../../../web/src/features/exam/facts/exam-facts.ts";
import { markChange } from "../../../../web/src/features/exam/sheet/sheet-view.ts";
import { type MarkingInHand, useMarking } from "../../../../web/src/features/exam/sheet/use-marking.ts";
import { showHook } from "../../support/shown-hook.ts";
import { aDialogue, aNote, anAttempt, at, heard } from "../marked-mocks.ts";

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

const open = (...known: Marking[]) =>
  showHook<Given, MarkingInHand>(
    ({ known, deleted = [] }) =>
      useMarking("asha", { ...attempt, attempt_id: "mock", deleted_markings: deleted }, known),
    { known },
  );
const ids = (markings: readonly Marking[]) => markings.map(({ marking_id }) => marking_id);

afterEach(() => clearExamFacts("asha"));

describe("the marking that opens", () => {
  it("is the learner's own, not the latest", async () => {
    expect((await open(own, maya)).told().marking).toEqual(own);
    expect((await open(maya, { ...own, created_at: at(3) })).told().marking.marking_id).toBe("own");
  });

  it("is a new one where all are of others, so that keys write into none of theirs", async () => {
    const { told } = await open(maya);
    expect(told().marking.changes).toEqual([]);
    await act(async () => told().change([aNote({ remark: "mine" })]));
    expect(ids(told().markings)).toEqual(["maya", told().marking.marking_id]);
    const { markings } = await examsHere("asha");
    expect(ids(markings)).toEqual([told().marking.marking_id]);
    expect(told().marking.marking_id).not.toBe("maya");
  });
});

it("keeps the order of the markings, whichever is open", async () => {
  const { told } = await open(own, maya, marking("ravi", 3, "Ravi"));
  for (const id of ["maya", "ravi", "own"]) {
    await act(async () => told().choose(id));
    expect([told().marking.marking_id, ids(told().markings)]).toEqual([id, ["own", "maya", "ravi"]]);
  }
  await act(async () => told().begin("Asha"));
  expect(ids(told().markings)).toEqual(["own", "maya", "ravi", told().marking.marking_id]);
});

describe("a marking is hidden", () => {
  const whole = (of: Marking): Marking => ({ ...of, changes: [...of.changes, ...complete] });

  it("at opening while another one is not complete, until its marker says so", async () => {
    const { told } = await open(whole(own), maya);
    expect(told().isCovered).toBe(true);
    await act(async () => told().uncover());
    expect(told().isCovered).toBe(false);
    await act(async () => told().choose("maya"));
    expect(told().isCovered).toBe(true);
    await act(async () => told().uncover());
    await act(async () => told().choose("own"));
    expect(told().isCovered).toBe(true);
  });

  it("no longer once all are complete", async () => {
    const { told, give } = await open(whole(own), maya);
    await give({ known: [whole(own), whole(maya)] });
    expect(told().isCovered).toBe(false);
    await act(async () => told().choose("maya"));
    expect(told().isCovered).toBe(false);
  });

  it("neither from who starts it, nor from a learner who marks alone", async () => {
    const { told, give } = await open(own);
    expect(told().isCovered).toBe(false);
    // Another device starts a marking: the learner in the middle of theirs is not interrupted.
    await give({ known: [own, maya] });
    expect(told().isCovered).toBe(false);
    await act(async () => told().begin("Ravi"));
    expect(told().isCovered).toBe(false);
  });
});

describe("a marking that is deleted", () => {
  it("waits to be deleted on the server, and the learner's own is opened", async () => {
    const { told, give } = await open(own, maya);
    await act(async () => told().choose("maya"));
    await act(async () => told().change([aNote()]));
    await act(async () => told().remove());
    await vi.waitFor(async () =>
      expect((await examsHere("asha")).removedMarkings).toMatchObject([{ marking_id: "maya" }]),
    );
    await give({ known: [own, maya], deleted: ["maya"] });
    expect([told().marking.marking_id, ids(told().markings)]).toEqual(["own", ["own"]]);
  });

  it("on another device takes no more keys: what follows goes into a new one", async () => {
    const { told, give } = await open(own);
    await give({ known: [], deleted: ["own"] });
    expect(told().marking.marking_id).not.toBe("own");
    await act(async () => told().change([aNote()]));
    expect(ids((await examsHere("asha")).markings)).toEqual([told().marking.marking_id]);
  });
});
