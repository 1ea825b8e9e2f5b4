import { expect, test } from "vitest";
import type { MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import type { Drafts } from "../../../web/src/guest/drafts.ts";
import { unsavedText } from "../../../web/src/guest/unsaved-text.ts";

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const comment = (digit: number, segment: number, text: string): NewComment => ({
  comment_id: id(digit),
  ...{ dialogue: 0, segment, at_seconds: 7.3, kind: "term", text, unit: null, voice: null },
});
const noDrafts: Drafts = { comments: {}, report: "", remarks: {}, isMarking: false };
const draftOf = ({ voice: _, ...draft }: NewComment) => ({ [`0-${draft.segment}`]: draft });

test("unsavedText returns comments and pending notes in the order of the segments, and then the report", () => {
  const note: MarkingChange = {
    ...{ type: "note", id: id(3), changed_at: "2026-11-26T09:00:00.000Z" },
    note: { dialogue: 0, segment: 1, kind: "omission", at_seconds: 2, deduction: 1, remark: "the dose" },
  };
  const drafts = { ...noDrafts, comments: draftOf(comment(1, 2, "half a sent")), report: "not a recording" };
  const text = unsavedText({ drafts, waiting: [comment(2, 0, "wrong term")], pending: [note] });
  expect(text.split("\n")).toEqual([
    "Dialogue 1, segment 1, 0:07.3 (Term): wrong term",
    "Dialogue 1, segment 2, 0:02.0 (Omission): the dose",
    "Dialogue 1, segment 3, 0:07.3 (Term): half a sent",
    "not a recording",
  ]);
});

test("unsavedText includes a comment only once if its draft equals its copy in the outbox", () => {
  const waiting = comment(1, 0, "slow");
  const text = unsavedText({ drafts: { ...noDrafts, comments: draftOf(waiting) }, waiting: [waiting], pending: [] });
  expect(text).toBe("Dialogue 1, segment 1, 0:07.3 (Term): slow");
});

test("unsavedText includes a draft that has a different text or unit from its copy in the outbox", () => {
  const unit = { sign: "0123abcd", kind: "number" as const, text: "two weeks" };
  const [waiting, line] = [{ ...comment(1, 0, "slow"), unit }, "Dialogue 1, segment 1, 0:07.3 (Term):"];
  const linesWith = (change: Partial<NewComment>) => {
    const drafts = { ...noDrafts, comments: draftOf({ ...waiting, ...change }) };
    return unsavedText({ drafts, waiting: [waiting], pending: [] }).split("\n");
  };
  const sent = `${line} Missed “two weeks”. slow`;
  expect(linesWith({})).toEqual([sent]);
  expect(linesWith({ text: "slower" })).toEqual([sent, `${line} Missed “two weeks”. slower`]);
  expect(linesWith({ unit: null })).toEqual([sent, `${line} slow`]);
  const another = { ...unit, sign: "4567cdef", text: "two days" };
  expect(linesWith({ unit: another })).toEqual([sent, `${line} Missed “two days”. slow`]);
});

test("unsavedText names the unit that a comment reports as missed", () => {
  const unit = { sign: "0123abcd", kind: "number" as const, text: "two weeks" };
  const waiting = [
    { ...comment(1, 0, ""), unit },
    { ...comment(2, 1, "You said “two days”."), unit },
  ];
  expect(unsavedText({ drafts: noDrafts, waiting, pending: [] }).split("\n")).toEqual([
    "Dialogue 1, segment 1, 0:07.3 (Term): Missed “two weeks”.",
    "Dialogue 1, segment 2, 0:07.3 (Term): Missed “two weeks”. You said “two days”.",
  ]);
});

test("unsavedText returns an empty text if only spaces were typed", () => {
  const drafts = { ...noDrafts, comments: draftOf(comment(1, 0, "  ")) };
  expect(unsavedText({ drafts, waiting: [], pending: [] })).toBe("");
});
