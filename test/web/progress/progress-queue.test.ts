import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isSupersededBy, planSending, type QueuedSave } from "../../../web/src/features/progress/progress-queue.ts";
import { arbitrarySaves, aSave } from "./queued-saves.ts";

const about = ({ language, scenarioId, segmentId }: QueuedSave) => `${language} ${scenarioId} ${segmentId}`;
const at = ({ last_attempt_at }: QueuedSave) => Date.parse(last_attempt_at);

describe("planSending", () => {
  it("selects the newest save of each segment, in the order of the attempts", () => {
    const [first, other, second] = [aSave(1, 1), aSave(2, 2), aSave(1, 3, { attempts: 2 })];
    expect(planSending([second, other, first], 9)).toEqual({
      send: [other, second],
      superseded: [first],
      overflow: [],
    });
  });

  test("drops only superseded saves and the oldest saves above the limit", () => {
    fc.assert(
      fc.property(fc.array(arbitrarySaves), fc.integer({ min: 1, max: 5 }), (waiting, most) => {
        const { send, superseded, overflow } = planSending(waiting, most);
        expect(new Set([...send, ...superseded, ...overflow])).toEqual(new Set(waiting));
        expect(new Set(send.map(about)).size).toBe(send.length);
        expect(send.length).toBe(Math.min(most, new Set(waiting.map(about)).size));
        for (const old of superseded) {
          expect([...send, ...overflow].some((newer) => isSupersededBy(old, newer))).toBe(true);
        }
        expect(send.map(at)).toEqual(send.map(at).toSorted((one, two) => one - two));
        for (const dropped of overflow) expect(send.every((kept) => at(kept) >= at(dropped))).toBe(true);
      }),
    );
  });

  test("returns the same saves to send if saves with different times are in reverse order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(arbitrarySaves, { selector: at }), (waiting) => {
        const { send } = planSending(waiting, 9);
        expect(planSending(waiting.toReversed(), 9).send).toEqual(send);
        expect(planSending(send, 9)).toEqual({ send, superseded: [], overflow: [] });
      }),
    );
  });
});
