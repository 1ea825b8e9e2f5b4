import { expect, it } from "vitest";
import { lossText } from "../../../web/src/app/use-log-out.ts";
import { recordingsText, unfinishedText } from "../../../web/src/features/profile/recordings-offer.tsx";

const end = "could not be sent, and logging out removes it from this browser.";

it.each([
  [{ segments: 1, mocks: 0 }, `Your progress with one segment ${end}`],
  [{ segments: 3, mocks: 0 }, `Your progress with 3 segments ${end}`],
  [{ segments: 0, mocks: 1 }, `What is new of one mock exam ${end}`],
  [{ segments: 2, mocks: 2 }, `Your progress with 2 segments and what is new of 2 mock exams ${end}`],
])("%j: %s", (unsent, text) => expect(lossText(unsent)).toBe(text));

it.each([
  [{ practice: 1, exams: 0 }, "one practice recording. Logging out deletes it. To keep it, save a file first."],
  [{ practice: 6, exams: 0 }, "6 practice recordings. Logging out deletes them. To keep them, save a file first."],
  [{ practice: 0, exams: 1 }, "one mock exam recording. Logging out deletes it. To keep it, save a file first."],
  [
    { practice: 1, exams: 24 },
    "one practice recording and 24 mock exam recordings. Logging out deletes them. To keep them, save a file first.",
  ],
])("names the recordings of %j", (count, text) =>
  expect(recordingsText(count, "Logging out")).toBe(`Only this device has ${text}`),
);

it("says where an unfinished recording is finished", () => {
  expect(unfinishedText(1, "Logging out")).toBe(
    "One recording is not finished in another tab. Finish it there first, or logging out deletes it too.",
  );
  expect(unfinishedText(2, "Deleting your account")).toBe(
    "2 recordings are not finished in other tabs. Finish them there first, or deleting your account deletes them too.",
  );
});
