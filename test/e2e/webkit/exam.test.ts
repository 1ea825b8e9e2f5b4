import { describe, expect, inject, test } from "vitest";
import { findWebKit } from "../../engines/webkit.mjs";
import { logInFree } from "../support/engines/learner-steps.ts";
import {
  createExamAttempt,
  exampleDialogue,
  interpretedSegment,
  toSeedRecordings,
  writeRecordings,
} from "../support/exam-attempts.ts";
import { seedMarkedExams } from "../support/marked-exams.ts";
import { openFileWebKit } from "./support/webkit.ts";

const appUrl = inject("appUrl");

describe.skipIf(!findWebKit())("in WebKitGTK", () => {
  const openWebKit = openFileWebKit("without sound");

  test("a learner opens an exam attempt with recordings, and marks it", async () => {
    const { screen, driver } = await openWebKit();
    const learner = await logInFree(screen, appUrl);
    await seedMarkedExams(appUrl, learner, [{ at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [10, 4.5] }]);
    const dialogues = ["example-1", "example-2"].map((id) => exampleDialogue(id, [interpretedSegment(2)]));
    const attempt = await createExamAttempt(appUrl, learner, dialogues);
    await driver.executeScript(writeRecordings, toSeedRecordings(attempt));

    await screen.click("link", { with: "Mock exam" });
    await screen.shows(["heading", "Mock exam"], ["link", "Start a mock exam"], ["heading", "Jan 5"]);
    await screen.showsText("75.5 of 90");
    await screen.showsText("Not marked yet");
    await screen.open(`${appUrl}/exam/${attempt.attempt_id}`);
    await screen.shows(["heading", "Segment 1 of 1"], ["button", "Play recording"], ["button", "Play original"]);
    await screen.showsText("0 of 2 marked");
    await screen.click("button", "All correct");
    await screen.click("button", "Finish segment");
    await screen.showsText("1 of 2 marked");
    await screen.click("button", "Finish segment");
    await screen.shows(["heading", "Pass"]);
    expect(await screen.problems()).toEqual([]);
  });
});
