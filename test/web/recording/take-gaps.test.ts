import { expect, it } from "vitest";
import { gapsText } from "../../../web/src/features/recording/take-gaps.ts";

it("says how much is missing and where, never less than there is", () => {
  expect(gapsText([])).toBeNull();
  expect(gapsText([{ atSeconds: 7.9, seconds: 0.31 }])).toBe("0.4 seconds are missing at 0:07");
  expect(gapsText([{ atSeconds: 65, seconds: 0.02 }])).toBe("0.1 seconds are missing at 1:05");
  const several = [
    { atSeconds: 3, seconds: 1 },
    { atSeconds: 9, seconds: 0.5 },
  ];
  expect(gapsText(several)).toBe("1.5 seconds are missing in 2 places, the first at 0:03");
});
