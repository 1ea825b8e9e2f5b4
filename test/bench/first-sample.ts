import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { correlate } from "../e2e/support/correlate.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import {
  finishAttempt,
  loadStoredRecordings,
  openExample,
  type StoredRecordingFile,
  waitForRecordedSeconds,
} from "../e2e/support/practice.ts";
import { createSpeechWav } from "../e2e/support/speech-wav.ts";
import { median } from "../support/statistics.ts";
import { captureMicrophone, readCaptured } from "./microphone-capture.ts";
import { limitedRow, type Row } from "./row.ts";

const segmentCount = 10;
const mostMs = 20;
/** In percent of an original. */
const seekTo = 80;
const mostKeys = 100;
const recordedSeconds = 1;
const endsWithinMs = 30_000;
const comparedSeconds = 0.5;
const searchMs = 1_000;
const leastAgreement = 0.7;

const measureName = "ended-to-first-sample";

async function seekNearEnd(page: Page): Promise<void> {
  const slider = page.getByRole("slider", { name: "Position" });
  const ended = page.getByRole("button", { name: "Finish Attempt" });
  for (let keys = 0; keys < mostKeys; keys += 1) {
    if (Number(await slider.getAttribute("aria-valuenow")) >= seekTo || (await ended.isVisible())) return;
    await slider.press("ArrowRight");
  }
}

async function practise(page: Page, segment: number): Promise<void> {
  if (segment > 1) await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`Segment ${segment}/${segmentCount}`).waitFor();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await seekNearEnd(page);
  const measured = ({ name, count }: { name: string; count: number }) =>
    performance.getEntriesByName(name).length >= count;
  await page.waitForFunction(measured, { name: measureName, count: segment }, { timeout: endsWithinMs });
  await waitForRecordedSeconds(page, recordedSeconds);
  await finishAttempt(page);
}

/** Returns ms of the page's `performance.now()`. */
async function findRecordingStart(
  page: Page,
  { wavBase64 }: StoredRecordingFile,
  endedAt: number,
): Promise<number | null> {
  const recording = decodeWav(new Uint8Array(Buffer.from(wavBase64, "base64")).buffer);
  const heard = await readCaptured(page, endedAt - searchMs, endedAt + searchMs + comparedSeconds * 1000);
  if (!recording || !heard) return null;
  const { sampleRate } = recording;
  const beginning = { samples: recording.samples.slice(0, comparedSeconds * sampleRate), sampleRate };
  const { peak, lagSeconds } = correlate(heard.signal, beginning);
  return peak < leastAgreement ? null : heard.startsAt + lagSeconds * 1000;
}

type Delays = { reported: number[]; found: number[] };

async function readDelays(page: Page): Promise<Delays> {
  const ends = await page.evaluate(
    (name) => performance.getEntriesByName(name).map(({ startTime, duration }) => ({ startTime, duration })),
    measureName,
  );
  const recordings = await loadStoredRecordings(page);
  const found: number[] = [];
  for (const [index, { startTime }] of ends.entries()) {
    const recording = recordings.find(({ segmentIndex }) => segmentIndex === index);
    const beginsAt = recording ? await findRecordingStart(page, recording, startTime) : null;
    if (beginsAt !== null) found.push(beginsAt - startTime);
  }
  return { reported: ends.map(({ duration }) => duration), found };
}

/** A negative delay means that the recording started before the end of the original. */
export async function measureFirstSample(appUrl: string, directory: string): Promise<Row[]> {
  const speech = join(directory, "speech.wav");
  writeFileSync(speech, Buffer.from(createSpeechWav({ seconds: 120, seed: 7 })));
  const browser = await launchBrowser({ speech });
  try {
    const { page, context } = await openPage(browser);
    await captureMicrophone(context);
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    for (let segment = 1; segment <= segmentCount; segment += 1) await practise(page, segment);
    const { reported, found } = await readDelays(page);
    const reportedName = `First sample after the original's end, reported by the app for ${reported.length} segments`;
    const foundName = `First sample after the original's end, found in ${found.length} of ${reported.length} recordings`;
    return [
      limitedRow(`${reportedName}: median`, median(reported), "ms", mostMs),
      limitedRow(`${reportedName}: maximum`, Math.max(...reported), "ms", mostMs),
      limitedRow(`${foundName}: median`, median(found), "ms", mostMs),
      limitedRow(`${foundName}: maximum`, Math.max(...found), "ms", mostMs),
    ];
  } finally {
    await browser.close();
  }
}
