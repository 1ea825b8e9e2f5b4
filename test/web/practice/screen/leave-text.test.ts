import { expect, it } from "vitest";
import { consequencesText } from "../../../../web/src/features/practice/screen/leave-dialog.tsx";

it.each([
  [
    "keep",
    1,
    true,
    0,
    "If you leave, your recording stops. If it cannot be stored on this device, you stay on this page.",
  ],
  [
    "keep",
    2,
    true,
    1,
    "If you leave, your recording stops. If it cannot be stored on this device, you stay on this page.",
  ],
  ["keep", 1, false, 0, "Your stored recording is kept on this device."],
  ["keep", 3, false, 0, "Your stored recordings are kept on this device."],
  ["remove", 2, true, 0, "If you leave, your recording stops. Going back removes 2 recordings."],
  ["remove", 1, false, 0, "Going back removes 1 recording."],
] as const)(
  "consequencesText for the choice “%s” (recordings: %i, one running: %s, not stored: %i) returns “%s”",
  (...given) => {
    const [choice, count, recording, unstored, text] = given;
    expect(consequencesText(choice, count, recording, unstored)).toBe(text);
  },
);
