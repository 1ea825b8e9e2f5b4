import * as fc from "fast-check";
import { type MarkingChange, unitOutcomes } from "../../../domain/exam/exam-attempt.ts";
import { errorKinds } from "../../../domain/exam/exams.ts";

const instant = fc
  .integer({ min: 0, max: 5 })
  .map((second) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString());
const place = { dialogue: fc.integer({ min: 0, max: 1 }), segment: fc.integer({ min: 0, max: 3 }) };
const ids = ["a", "b", "c"].map((letter) => `0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a1${letter}`);

/** Changes of a few subjects at a few instants, so that conflicts are frequent. */
export const anyChange: fc.Arbitrary<MarkingChange> = fc.oneof(
  fc.record({
    type: fc.constant("note" as const),
    id: fc.constantFrom(...ids),
    changed_at: instant,
    note: fc.option(
      fc.record({
        ...place,
        kind: fc.constantFrom(...errorKinds),
        at_seconds: fc.constantFrom(0, 0.5, 12.34),
        deduction: fc.integer({ min: 0, max: 90 }).map((halves) => halves / 2),
        remark: fc.string({ maxLength: 5 }),
      }),
    ),
  }),
  fc.record({
    ...{ type: fc.constant("tick" as const), ...place, unit: fc.integer({ min: 0, max: 2 }), changed_at: instant },
    sign: fc.constantFrom("0badcafe", "5eed5eed"),
    outcome: fc.option(fc.constantFrom(...unitOutcomes)),
  }),
  fc.record({ type: fc.constant("segment" as const), ...place, changed_at: instant, marked: fc.boolean() }),
  fc.record({ type: fc.constant("marker" as const), changed_at: instant, name: fc.string({ maxLength: 5 }) }),
);

export const anyChanges = fc.array(anyChange, { maxLength: 25 });
