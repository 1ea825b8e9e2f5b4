import { expect, it } from "vitest";
import { unsentUploadsText, unsentWorkText } from "../../../web/src/app/use-log-out.ts";
import { recordingsText, unfinishedText } from "../../../web/src/features/profile/recordings-offer.tsx";

const unsaved = "may not be saved yet. If you log out, you may lose this work.";

it.each([
  [{ segments: 1, exams: 0, study: 0 }, `Your progress in one segment ${unsaved}`],
  [{ segments: 3, exams: 0, study: 0 }, `Your progress in 3 segments ${unsaved}`],
  [{ segments: 0, exams: 1, study: 0 }, `Your changes to one mock exam ${unsaved}`],
  [{ segments: 2, exams: 2, study: 0 }, `Your progress in 2 segments and your changes to 2 mock exams ${unsaved}`],
  [{ segments: 0, exams: 0, study: 1 }, `Your latest practice data ${unsaved}`],
  [
    { segments: 1, exams: 1, study: 4 },
    `Your progress in one segment, your changes to one mock exam, and your latest practice data ${unsaved}`,
  ],
])("unsentWorkText describes %j as: %s", (unsent, text) => expect(unsentWorkText(unsent)).toBe(text));

it("unsentUploadsText warns that people with the link may not hear recordings that are not uploaded", () => {
  expect(unsentUploadsText(1)).toBe(
    "One shared recording may not be uploaded yet. If you log out, people with the link may not hear it.",
  );
  expect(unsentUploadsText(12)).toBe(
    "12 shared recordings may not be uploaded yet. If you log out, people with the link may not hear them.",
  );
});

it.each([
  [{ practice: 1, exams: 0 }, "one practice recording. Logging out deletes it. To keep it, save a file first."],
  [{ practice: 6, exams: 0 }, "6 practice recordings. Logging out deletes them. To keep them, save a file first."],
  [{ practice: 0, exams: 1 }, "one mock exam recording. Logging out deletes it. To keep it, save a file first."],
  [
    { practice: 1, exams: 24 },
    "one practice recording and 24 mock exam recordings. Logging out deletes them. To keep them, save a file first.",
  ],
])("recordingsText for %j ends with: %s", (count, text) =>
  expect(recordingsText(count, "Logging out")).toBe(`This browser has ${text}`),
);

it("unfinishedText asks the learner to finish or download recordings in other tabs first", () => {
  expect(unfinishedText(1, "Logging out")).toBe(
    "One recording in another tab is not fully stored. Finish or download it there first. Otherwise, logging out deletes it.",
  );
  expect(unfinishedText(2, "Deleting your account")).toBe(
    "2 recordings in other tabs are not fully stored. Finish or download them there first. Otherwise, deleting your account deletes them.",
  );
});
