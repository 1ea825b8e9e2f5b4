import type { Page } from "playwright-core";

export const startButton = (page: Page) => page.getByRole("button", { name: "Start the exam" });

export async function prepareExam(page: Page, appUrl: string): Promise<void> {
  await page.goto(`${appUrl}/exam/run`);
  await page.getByText("The dialogues are on this device.").waitFor();
}

export async function checkMicrophone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check your microphone" }).click();
  await page.getByRole("button", { name: "Turn on microphone" }).click();
  await page.getByText("Say something").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
}

/** Waits for the server's response, so that a test can then turn the network off. */
export async function startPreparedExam(page: Page): Promise<void> {
  const told = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().includes("/exam-attempts/"),
  );
  await startButton(page).click();
  await told;
}

export async function startExamInPage(page: Page, appUrl: string): Promise<void> {
  await prepareExam(page, appUrl);
  await checkMicrophone(page);
  await startPreparedExam(page);
}

export async function startExamFromHome(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Mock exam", exact: true }).click();
  await page.getByRole("link", { name: "Start a mock exam" }).click();
  await page.getByText("The dialogues are on this device.").waitFor();
  await checkMicrophone(page);
  await startPreparedExam(page);
}

export const beginButton = (page: Page) => page.getByRole("button", { name: "Start this dialogue" });

async function waitUntilRecorded(page: Page, count: number, seconds: number): Promise<void> {
  await page.getByText("Interpret now", { exact: true }).waitFor();
  await page.waitForFunction(
    (wanted) => {
      const recordings = performance.getEntriesByName("chime-to-first-sample");
      const last = recordings[wanted.count - 1];
      return last !== undefined && performance.now() - last.startTime > wanted.seconds * 1_000;
    },
    { count, seconds },
  );
}

export async function readSegmentCount(page: Page): Promise<number> {
  const heading = await page.getByRole("heading", { name: /^Segment \d+ of \d+$/ }).textContent();
  return Number(heading?.split(" of ")[1]);
}

/** The result counts the recordings from 0, so create it once for each load of the page, before the first recording. */
export function createExamLearner(page: Page) {
  let recordings = 0;
  const interpret = async (seconds: number) => {
    recordings += 1;
    await waitUntilRecorded(page, recordings, seconds);
  };
  return {
    interpret,
    through: async (from: number, to: number) => {
      for (let segment = from; segment <= to; segment += 1) {
        await page.getByRole("heading", { name: `Segment ${segment} of` }).waitFor();
        await interpret(1);
        await page.keyboard.press("Space");
      }
    },
  };
}
