import { expect, it } from "vitest";
import { consequencesText } from "../../../../web/src/features/practice/screen/leave-dialog.tsx";

it.each([
  ["keep", 1, true, "If you leave, your recording stops. Parlance keeps what you recorded."],
  ["keep", 3, false, ""],
  ["remove", 2, true, "If you leave, your recording stops. Leaving removes 2 practice recordings from this browser."],
  ["remove", 1, false, "Leaving removes 1 practice recording from this browser."],
  ["remove", 0, false, ""],
  [
    "ask",
    3,
    true,
    "If you leave, your recording stops. With this one, you have 3 practice recordings in this browser.",
  ],
  ["ask", 1, false, "You have 1 practice recording in this browser."],
] as const)(
  "consequencesText for the choice “%s” (recordings: %i, one running: %s) returns “%s”",
  (choice, count, recording, text) => {
    expect(consequencesText(choice, count, recording)).toBe(text);
  },
);
