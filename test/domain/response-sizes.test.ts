import { expect, test } from "vitest";
import { maxSegments } from "../../domain/content/dialogue-limits.ts";
import {
  Marking,
  type MarkingChange,
  maxDialogues,
  maxMarkings,
  maxNotes,
  maxRemarkLength,
  maxTicks,
} from "../../domain/exam/exam-attempt.ts";
import { errorKinds } from "../../domain/exam/exams.ts";
import { maxPageBytes } from "../../domain/study/study-limits.ts";
import { aTermChange, longestTerm } from "../lambdas/support/study-builders.ts";

/** Invocation payload, synchronous response: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const mostBytes = 6 * 1024 * 1024;

const uuid = "ffffffff-ffff-4fff-bfff-ffffffffffff";
const changed_at = "2026-11-21T09:00:00.000Z";
// This character has six bytes in JSON, and seven bytes in the JSON of Lambda's response.
const widest = "\u0001";
const longestOf = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)[0] ?? "";
const errorKind = errorKinds.find((kind) => kind === longestOf(errorKinds)) ?? "omission";

function largestMarking(): Marking {
  const place = { dialogue: maxDialogues - 1, segment: maxSegments - 1 };
  const note = {
    ...place,
    kind: errorKind,
    at_seconds: 12345.678901234567,
    deduction: 44.5,
    remark: widest.repeat(maxRemarkLength),
  };
  const changes: MarkingChange[] = [
    ...Array.from({ length: maxNotes }, () => ({ type: "note" as const, id: uuid, changed_at, note })),
    ...Array.from({ length: maxTicks }, () => {
      return { type: "tick" as const, ...place, unit: 99, sign: "ffffffff", changed_at, outcome: "carried" as const };
    }),
    ...Array.from({ length: maxDialogues * maxSegments }, () => {
      return { type: "segment" as const, ...place, changed_at, marked: false };
    }),
    { type: "marker", changed_at, name: widest.repeat(80) },
  ];
  return Marking.parse({ marking_id: uuid, created_at: changed_at, changes });
}

test("the largest list of exam markings fits into one Lambda response", () => {
  const body = JSON.stringify(Array.from({ length: maxMarkings }, largestMarking));
  expect(Buffer.byteLength(JSON.stringify({ body }))).toBeLessThan(mostBytes);
});

test.each([widest, '"', "\\", "語"])("a page of study changes full of %j fits into one Lambda response", (letter) => {
  const change = aTermChange(longestTerm(letter));
  const length = Math.floor(maxPageBytes / (Buffer.byteLength(JSON.stringify(change)) + 1));
  const changes = Array.from({ length }, () => change);
  const body = JSON.stringify({ changes, last: 20_000, more: true });
  expect(Buffer.byteLength(JSON.stringify({ body }))).toBeLessThan(mostBytes);
});
