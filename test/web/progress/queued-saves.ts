import * as fc from "fast-check";
import type { QueuedSave } from "../../../web/src/features/progress/progress-queue.ts";

/** `second` counts from noon (UTC) of a fixed day. */
export function aSave(segment: number, second: number, change: Partial<QueuedSave> = {}): QueuedSave {
  return {
    version: 1,
    scenarioId: "example-1",
    segmentId: `segment-${segment}`,
    attempts: 1,
    completed: true,
    last_attempt_at: new Date(Date.UTC(2026, 10, 21, 12) + second * 1000).toISOString(),
    ...change,
  };
}

/** Few segments and few times, so that two saves often have the same segment or the same time. */
export const arbitrarySaves: fc.Arbitrary<QueuedSave> = fc
  .record({
    segment: fc.integer({ min: 1, max: 4 }),
    second: fc.integer({ min: 0, max: 20 }),
    // Old saves may have no language.
    language: fc.constantFrom("mandarin" as const, "nepali" as const, undefined),
    scenarioId: fc.constantFrom("example-1", "emp-1"),
    attempts: fc.integer({ min: 1, max: 10_000 }),
    completed: fc.boolean(),
  })
  .map(({ segment, second, language, ...rest }) => aSave(segment, second, language ? { ...rest, language } : rest));
