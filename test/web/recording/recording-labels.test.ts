import { expect, test } from "vitest";
import {
  gapsText,
  recordingLengthText,
  recordingTimeText,
} from "../../../web/src/features/recording/recording-labels.ts";

test.each([
  [0.2, "0:01"],
  [12, "0:12"],
  [59.5, "1:00"],
  [600, "10:00"],
])("recordingLengthText shows %d seconds as %s", (seconds, shown) => {
  expect(recordingLengthText(seconds)).toBe(shown);
});

test("recordingTimeText shows the day of a recording only if that day is not today", () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  expect(recordingTimeText(new Date(2026, 10, 21, 14, 32).getTime(), now)).toMatch(/^2:32\sPM$/);
  expect(recordingTimeText(new Date(2026, 10, 20, 9, 5).getTime(), now)).toMatch(/^Nov 20, 9:05\sAM$/);
});

test("gapsText states where and how many seconds are missing", () => {
  expect(gapsText([])).toBeNull();
  expect(gapsText([{ atSeconds: 7.9, seconds: 0.31 }])).toBe("0.4 seconds are missing at 0:07");
  expect(gapsText([{ atSeconds: 65, seconds: 0.02 }])).toBe("0.1 seconds are missing at 1:05");
  const several = [
    { atSeconds: 3, seconds: 1 },
    { atSeconds: 9, seconds: 0.5 },
  ];
  expect(gapsText(several)).toBe("1.5 seconds are missing in 2 places, the first at 0:03");
});
