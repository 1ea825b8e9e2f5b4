import { expect, it } from "vitest";
import { checkStatusText } from "../../../../web/src/features/recording/microphone/device-check-dialog.tsx";

const permission = "Your browser may ask for permission to use the microphone.";
const closed = "To record again, turn on the microphone.";

it.each([
  [false, permission],
  [true, closed],
])("while the microphone is off and hasSample is %s, checkStatusText returns “%s”", (hasSample, text) => {
  expect(checkStatusText({ kind: "off" }, hasSample)).toBe(text);
});
