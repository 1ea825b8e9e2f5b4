import { describe, expect, test } from "vitest";
import { freePlace } from "../../../web/src/ui/toast-place.ts";

const phone = { top: 0, bottom: 740 };
const toast = 88;
/** So many controls of 44 px, one below the other without a gap. */
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ top: from + at * 44, bottom: from + (at + 1) * 44 }));

describe("a message", () => {
  test("stands at the bottom of a page that leaves it free", () => {
    expect(freePlace({ view: phone, height: toast, taken: [] })).toBe(740 - 88 - 16);
    expect(freePlace({ view: phone, height: toast, taken: rows(100, 5) })).toBe(636);
  });

  test("stands in the first gap from the top where the bottom is in use", () => {
    const header = { top: 12, bottom: 52 };
    const taken = [...rows(200, 13), header];
    const top = freePlace({ view: phone, height: toast, taken });
    expect(top).toBe(60);
  });

  test("has no place in a window that is in use from top to bottom", () => {
    expect(freePlace({ view: phone, height: toast, taken: rows(-30, 20) })).toBeNull();
    expect(freePlace({ view: phone, height: toast, taken: [{ top: -500, bottom: 2000 }] })).toBeNull();
  });

  test("stays within what a keyboard leaves of the window", () => {
    const above = { top: 0, bottom: 380 };
    expect(freePlace({ view: above, height: toast, taken: [] })).toBe(380 - 88 - 16);
    expect(freePlace({ view: above, height: toast, taken: rows(104, 6) })).toBe(8);
  });
});

test("wherever controls stand, none is covered, and a place is found whenever there is one", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const taken = Array.from({ length: random(9) }, () => {
      const top = random(900) - 80;
      return { top, bottom: top + 20 + random(120) };
    });
    const covers = (top: number) => taken.some((band) => band.top < top + toast && top < band.bottom);
    const place = freePlace({ view: phone, height: toast, taken });
    // With the distance that a message keeps, every px of the window is tried.
    const roomy = (top: number) => taken.every((band) => band.bottom + 8 <= top || top + toast + 8 <= band.top);
    const anywhere = Array.from({ length: 740 - 88 - 15 }, (_, at) => at + 8).some(roomy);
    expect(place !== null).toBe(anywhere);
    if (place !== null) {
      expect(covers(place)).toBe(false);
      expect([place >= 0, place + toast <= 740]).toEqual([true, true]);
    }
  }
});
