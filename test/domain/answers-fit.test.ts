import { expect, test } from "vitest";
import { mostSegments } from "../../domain/content/dialogue-limits.ts";
import {
  longestRemark,
  Marking,
  type MarkingChange,
  mostDialogues,
  mostMarkings,
  mostNotes,
  mostTicks,
} from "../../domain/exam/exam-attempt.ts";
import { errorKinds } from "../../domain/exam/exams.ts";

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: invocation payload, response, synchronous. */
const mostBytes = 6 * 1024 * 1024;

const uuid = "ffffffff-ffff-4fff-bfff-ffffffffffff";
const changed_at = "2026-11-21T09:00:00.000Z";
// A character that JSON writes as six, and Lambda's JSON around it as seven.
const widest = "\u0001";
const longestOf = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)[0] ?? "";
const errorKind = errorKinds.find((kind) => kind === longestOf(errorKinds)) ?? "omission";

function largestMarking(): Marking {
  const place = { dialogue: mostDialogues - 1, segment: mostSegments - 1 };
  const note = {
    ...place,
    kind: errorKind,
    at_seconds: 12345.678901234567,
    deduction: 44.5,
    remark: widest.repeat(longestRemark),
  };
  const changes: MarkingChange[] = [
    ...Array.from({ length: mostNotes }, () => ({ type: "note" as const, id: uuid, changed_at, note })),
    ...Array.from({ length: mostTicks }, () => {
      return { type: "tick" as const, ...place, unit: 99, sign: "ffffffff", changed_at, outcome: "carried" as const };
    }),
    ...Array.from({ length: mostDialogues * mostSegments }, () => {
      return { type: "segment" as const, ...place, changed_at, marked: false };
    }),
    { type: "marker", changed_at, name: widest.repeat(80) },
  ];
  return Marking.parse({ marking_id: uuid, created_at: changed_at, changes });
}

test("the largest markings of an exam attempt fit into one response of Lambda", () => {
  const body = JSON.stringify(Array.from({ length: mostMarkings }, largestMarking));
  expect(Buffer.byteLength(JSON.stringify({ body }))).toBeLessThan(mostBytes);
});
