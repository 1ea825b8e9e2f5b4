import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, inject, test } from "vitest";
import { type ChildApp, expectNothingRefused, startChildApp } from "../support/child-app.ts";
import { freePorts } from "../support/free-port.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, goToLastSegment, listenUntilRecording, openExample, returnHome } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { startWaiting } from "./support/start-waiting.ts";

const directory = mkdtempSync(join(tmpdir(), "parlance-killed-"));
let app: ChildApp | undefined;

afterEach(async () => {
  await app?.end("SIGTERM");
  rmSync(directory, { recursive: true, force: true });
  if (app) expectNothingRefused(app);
});

test("the local cloud preserves account, plan and progress after SIGKILL", async () => {
  const port = await freePorts(6);
  app = await startChildApp({ directory, port, grantsFile: inject("grantsFile") });
  const browser = await launchBrowser();
  const { page } = await openPage(browser);
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, app.url, learner);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  const saved = startWaiting(
    page.waitForResponse((response) => response.url().includes("/progress/") && response.ok()),
  );
  await finishAttempt(page);
  await saved;
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await returnHome(page);
  await page.getByRole("link", { name: /doctor.*1 of 10 segments/ }).waitFor();

  await app.end("SIGKILL");
  app = await startChildApp({ directory, port, grantsFile: inject("grantsFile") });
  await page.reload();
  await page.getByRole("heading", { name: `Welcome, ${learner.name}` }).waitFor();
  await page.getByRole("link", { name: /doctor.*1 of 10 segments/ }).waitFor();
  await page.getByRole("banner").getByText("Free", { exact: true }).waitFor();
  await browser.close();
});
