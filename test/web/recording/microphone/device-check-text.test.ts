import { expect, it } from "vitest";
import { checkStatusText } from "../../../../web/src/features/recording/microphone/device-check-dialog.tsx";

const permission =
  "Your browser may ask for permission to use the microphone. Your recordings stay on this device unless you share them.";
const closed = "The microphone was turned off to play your recording. To record again, turn it on.";

it.each([
  [false, permission],
  [true, closed],
])("while the microphone is off and hasSample is %s, checkStatusText returns “%s”", (hasSample, text) => {
  expect(checkStatusText({ kind: "off" }, hasSample)).toBe(text);
});
