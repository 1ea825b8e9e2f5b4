import { expect, it } from "vitest";
import { consequencesText } from "../../../../web/src/features/practice/screen/leave-dialog.tsx";

it.each([
  ["keep", 1, true, "Your recording stops here and is kept on this device."],
  ["keep", 1, false, "Your recording is kept on this device."],
  ["keep", 3, false, "Your recordings are kept on this device."],
  ["remove", 2, true, "Your recording stops here. Going back removes 2 recordings."],
  ["remove", 1, false, "Going back removes 1 recording."],
] as const)("consequencesText for the choice “%s” with %i recordings, one running: %s, returns “%s”", (...given) => {
  const [choice, count, recording, text] = given;
  expect(consequencesText(choice, count, recording)).toBe(text);
});
