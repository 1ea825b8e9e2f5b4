import type { BrowserContext } from "playwright-core";
import { expect, inject, test } from "vitest";
import { compareWithSpoken, windowSeconds } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { loadStoredRecordings } from "./support/practice.ts";
import { createMinuteOfSpeech } from "./support/speech-wav.ts";
import {
  type CaptureMethod,
  downloadAndReadRecording,
  finishRecordingAfter,
  forceCaptureMethod,
  startExampleRecording,
} from "./support/spoken-recording.ts";

const appUrl = inject("appUrl");
const spoken = createMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

async function compareRecording(way: CaptureMethod, seconds: number, busyProcesses: number) {
  const { page, context, problems } = await openPage();
  await forceCaptureMethod(context, way);
  await startExampleRecording(page, appUrl);
  await finishRecordingAfter(page, seconds, busyProcesses);
  const recording = await downloadAndReadRecording(page);
  expect(problems).toEqual([]);
  expect(recording.samples.length / recording.sampleRate).toBeGreaterThan(seconds - 0.1);
  return compareWithSpoken(spoken, recording);
}

test("records 20 seconds without loss on a busy machine", async () => {
  const { lostMs, insertedMs, missingWindows } = await compareRecording("track processor", 20, 6);
  expect({ lostMs, insertedMs, missingWindows }).toEqual({ lostMs: 0, insertedMs: 0, missingWindows: [] });
});

test("records more than 90 percent of the speech when it is captured in an audio context", async () => {
  const { startsAt, missingWindows, windows } = await compareRecording("worklet", 8, 0);
  expect(startsAt).toBeGreaterThanOrEqual(0);
  // On a busy machine, Chromium may render the audio of a worklet late. In Chromium, the app uses the track processor.
  expect(missingWindows.length / windows).toBeLessThan(0.1);
});

/**
 * Removes the device's audio between two times, in ms after the start of the recording. The times are those of the
 * audio itself, because a busy page may read all audio late.
 */
async function loseSound(context: BrowserContext, from: number, to: number): Promise<void> {
  await context.addInitScript(
    ([since, until]) => {
      const Processor = MediaStreamTrackProcessor;
      if (!Processor) throw new TypeError("This browser captures in another way");
      globalThis.MediaStreamTrackProcessor = class extends Processor {
        constructor(options: { track: MediaStreamTrack; maxBufferSize?: number }) {
          super(options);
          let begunAt: number | undefined;
          const losing = new TransformStream<AudioData, AudioData>({
            transform: (data, controller) => {
              if (performance.getEntriesByName("ended-to-first-sample").length > 0) begunAt ??= data.timestamp;
              const passed = (data.timestamp - (begunAt ?? data.timestamp)) / 1_000;
              if (passed >= since && passed < until) data.close();
              else controller.enqueue(data);
            },
          });
          Object.defineProperty(this, "readable", { value: this.readable.pipeThrough(losing) });
        }
      };
    },
    [from, to] as const,
  );
}

test("reports audio that is missing from a recording, even after a reload", async () => {
  const { page, context } = await openPage();
  await loseSound(context, 2_000, 2_600);
  await startExampleRecording(page, appUrl);
  await finishRecordingAfter(page, 5);
  const text = /\d\.\d seconds are missing at 0:0\d/;
  await page
    .getByText(new RegExp(`^${text.source}`))
    .first()
    .waitFor();
  const recording = await downloadAndReadRecording(page);
  const { slips, missingWindows } = compareWithSpoken(spoken, recording);
  const lost = slips.reduce((sum, { ms }) => sum + ms, 0);
  expect(lost, "missing time by comparison with the spoken file").toBeGreaterThan(300);
  expect(missingWindows.length, "no other audio replaces the gap").toBeLessThan(2);
  const [stored] = await loadStoredRecordings(page);
  const told = stored?.gaps?.reduce((sum, { seconds: each }) => sum + each * 1_000, 0);
  expect(Math.abs((told ?? 0) - lost), "the recording stores the same length").toBeLessThan(25);
  const gapAt = Math.round((stored?.gaps?.[0]?.atSeconds ?? 0) * recording.sampleRate);
  // Compares whole windows on each side of the gap, so that no window crosses the gap.
  const before = recording.samples.slice(gapAt % (windowSeconds * recording.sampleRate), gapAt);
  for (const samples of [before, recording.samples.slice(gapAt)]) {
    const side = compareWithSpoken(spoken, { ...recording, samples });
    expect(side, "no loss on either side of the stored gap").toMatchObject({ slips: [], missingWindows: [] });
  }

  await page.reload();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
  await page.getByText("Recordings of this segment (1)").click();
  await page.getByRole("listitem").getByText(text).waitFor();
});
