import { describe, expect, it } from "vitest";
import { MarkingChange } from "../../../../domain/exam/exam-attempt.ts";
import {
  changeDeduction,
  createEditDraft,
  createNoteDraft,
  moveMoment,
  toNoteChange,
  toNoteRemoval,
  updateDraft,
} from "../../../../web/src/features/exam/sheet/note-draft.ts";
import { at } from "../marked-attempts.ts";

const id = "6b1f2f0e-52a1-4a8e-9d3f-0d8d3a7c1b11";
const begin = (atSeconds: number) =>
  createNoteDraft({
    id,
    dialogue: 1,
    segment: 3,
    kind: "omission",
    atSeconds,
    longest: 8,
    deduction: 0.5,
    resumesPlayback: true,
  });

describe("the draft of a note", () => {
  it("rounds the error's position to a tenth of a second, and is never before the start", () => {
    expect(begin(7.3512).note.at_seconds).toBe(7.4);
    expect(begin(-0.2).note.at_seconds).toBe(0);
  });

  it("limits the position to the recording, even if playback stopped beyond its end", () => {
    const ending = (atSeconds: number) =>
      createNoteDraft({ ...begin(1).note, atSeconds, longest: 7.97, resumesPlayback: false });
    expect([7.97, 8.02, 60].map((moment) => ending(moment).note.at_seconds)).toEqual([7.97, 7.97, 7.97]);
  });

  it("moves the error's position in tenths of a second within the recording", () => {
    let draft = begin(0.1);
    for (let n = 0; n < 3; n += 1) draft = moveMoment(draft, 0.1, 8);
    expect(draft.note.at_seconds).toBe(0.4);
    expect(moveMoment(begin(7.95), 0.1, 8).note.at_seconds).toBe(8);
    expect(moveMoment(begin(0), -0.1, 8).note.at_seconds).toBe(0);
    const unknown = createNoteDraft({ ...begin(1).note, atSeconds: 500, longest: null, resumesPlayback: false });
    expect(moveMoment(unknown, 0.1, null).note.at_seconds).toBe(500.1);
  });

  it("changes the deduction by a step, and keeps it between zero and the full marks", () => {
    expect(changeDeduction(begin(1), 0.5).note.deduction).toBe(1);
    expect(changeDeduction(changeDeduction(begin(1), -0.5), -0.5).note.deduction).toBe(0);
    expect(changeDeduction(updateDraft(begin(1), { deduction: 45 }), 0.5).note.deduction).toBe(45);
  });

  it("becomes a valid change with a trimmed remark of limited length", () => {
    const change = toNoteChange(updateDraft(begin(2), { remark: `  ${"x".repeat(300)}  ` }), at(5));
    expect(MarkingChange.parse(change)).toEqual(change);
    expect(change).toMatchObject({ type: "note", id, changed_at: at(5), note: { dialogue: 1, segment: 3 } });
    expect(change.type === "note" && change.note?.remark).toBe("x".repeat(200));
  });

  it("can become a change that removes the note by its id", () => {
    expect(toNoteRemoval(createEditDraft(begin(2).note), at(6))).toEqual({
      type: "note",
      id,
      changed_at: at(6),
      note: null,
    });
  });
});
