import fc from "fast-check";
import { expect, it } from "vitest";
import { recordingsToEvict, sumBytes } from "../../../../web/src/features/recording/store/recording-eviction.ts";

const recording = fc.record(
  {
    bytes: fc.integer({ min: 1, max: 1_000 }),
    usedAt: fc.nat(50),
    unfinished: fc.constant({ lock: "held", sampleRate: 24_000 }),
  },
  { requiredKeys: ["bytes", "usedAt"] },
);
const recordings = fc
  .array(recording, { minLength: 1, maxLength: 20 })
  .map((some) => some.map((each, number) => ({ ...each, number })));

it("recordingsToEvict returns as few of the least recently used removable recordings as possible", () => {
  fc.assert(
    fc.property(recordings, fc.nat(8_000), (all, cap) => {
      const spared = all.length - 1;
      const evicted = recordingsToEvict(all, spared, cap);
      const kept = all.filter((each) => !evicted.includes(each));
      const removable = kept.filter(({ number, unfinished }) => number !== spared && !unfinished);
      if (sumBytes(kept) > cap) expect(removable).toEqual([]);
      for (const gone of evicted) {
        expect(gone.number).not.toBe(spared);
        expect(gone.unfinished).toBeUndefined();
        for (const { usedAt } of removable) expect(usedAt).toBeGreaterThanOrEqual(gone.usedAt);
      }
      const last = evicted.at(-1);
      if (last) expect(sumBytes(kept) + last.bytes, "no unnecessary eviction").toBeGreaterThan(cap);
    }),
  );
});

it("recordingsToEvict returns no recordings if the total size equals the limit", () => {
  expect(recordingsToEvict([{ number: 1, bytes: 10, usedAt: 0 }], 2, 10)).toEqual([]);
});
