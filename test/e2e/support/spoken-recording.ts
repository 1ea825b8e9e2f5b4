import type { BrowserContext, Page } from "playwright-core";
import { decodeWav } from "../../../web/src/audio/wav.ts";
import { startBusyProcesses } from "./busy-processes.ts";
import type { Signal } from "./correlate.ts";
import { newLearner, signUpFree } from "./learner.ts";
import { finishAttempt, openExample, openMore, skipOriginal, waitForRecordedSeconds } from "./practice.ts";

export type CaptureMethod = "track processor" | "worklet";

export async function forceCaptureMethod(context: BrowserContext, way: CaptureMethod): Promise<void> {
  if (way === "worklet")
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "MediaStreamTrackProcessor"));
}

const currentDownloadName = /^Download Recording$/;

export async function downloadAndReadRecording(
  page: Page,
  name: RegExp = currentDownloadName,
): Promise<Signal & { fileName: string }> {
  if (name === currentDownloadName) await openMore(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  const recording = decodeWav(new Uint8Array(Buffer.concat(parts)).buffer);
  if (!recording) throw new Error("What was downloaded is no WAV file");
  return { ...recording, fileName: file.suggestedFilename() };
}

export async function startExampleRecording(page: Page, appUrl: string): Promise<void> {
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await skipOriginal(page);
}

/** @param busyProcesses the argument of `startBusyProcesses`, whose load lasts until the recording is finished */
export async function finishRecordingAfter(page: Page, seconds: number, busyProcesses = 0): Promise<void> {
  const endLoad = await startBusyProcesses(busyProcesses);
  try {
    await waitForRecordedSeconds(page, seconds);
    await finishAttempt(page);
  } finally {
    await endLoad();
  }
}
