import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { startBusyProcesses } from "../e2e/support/busy-processes.ts";
import { type Comparison, compareWithSpoken } from "../e2e/support/compare-with-spoken.ts";
import type { Signal } from "../e2e/support/correlate.ts";
import { waitForRecordedSeconds } from "../e2e/support/practice.ts";
import { createSpeech, createSpeechWav } from "../e2e/support/speech-wav.ts";
import {
  type CaptureMethod,
  downloadAndReadRecording,
  finishRecordingAfter,
  forceCaptureMethod,
  startExampleRecording,
} from "../e2e/support/spoken-recording.ts";
import { exactRow, limitedRow, type Row, reportedRow } from "./row.ts";

const recordingCount = Number(process.env.BENCH_RECORDINGS ?? 10);
const recordingSeconds = Number(process.env.BENCH_RECORDING_SECONDS ?? 300);
const atOnce = Number(process.env.BENCH_RECORDINGS_AT_ONCE ?? 5);
const busyCount = 6;
/** The fake microphone repeats its file, and no recording should contain a repetition. */
const spokenSeconds = recordingSeconds + 120;
const mostDifferenceMs = 1;

type Condition = { name: string; way: CaptureMethod; busyProcesses: number };

const conditions: readonly Condition[] = [
  { name: "nothing beside", way: "track processor", busyProcesses: 0 },
  { name: `${busyCount} busy processes beside`, way: "track processor", busyProcesses: busyCount },
  { name: "in an audio context, nothing beside", way: "worklet", busyProcesses: 0 },
];

async function makeRecordings(appUrl: string, speech: string, condition: Condition, count: number): Promise<Signal[]> {
  const browsers = await Promise.all(Array.from({ length: count }, () => launchBrowser({ speech })));
  try {
    const pages = await Promise.all(
      browsers.map(async (browser) => {
        const { page, context } = await openPage(browser);
        await forceCaptureMethod(context, condition.way);
        return page;
      }),
    );
    for (const page of pages) await startExampleRecording(page, appUrl);
    const endLoad = await startBusyProcesses(condition.busyProcesses);
    try {
      await Promise.all(pages.map((page) => waitForRecordedSeconds(page, recordingSeconds)));
      for (const page of pages) await finishRecordingAfter(page, recordingSeconds);
    } finally {
      await endLoad();
    }
    const recordings: Signal[] = [];
    for (const page of pages) recordings.push(await downloadAndReadRecording(page));
    return recordings;
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

const worst = (comparisons: readonly Comparison[], of: (comparison: Comparison) => number) =>
  Math.max(...comparisons.map(of));

function toRows({ name, way }: Condition, load: number, comparisons: readonly Comparison[]): Row[] {
  const recordings = `${comparisons.length} recordings of ${recordingSeconds} s, ${name} (load ${load.toFixed(0)})`;
  const lost = worst(comparisons, ({ lostMs }) => lostMs);
  const inserted = worst(comparisons, ({ insertedMs }) => insertedMs);
  const missingWindows = worst(comparisons, (comparison) => comparison.missingWindows.length);
  const slips = comparisons.reduce((sum, comparison) => sum + comparison.slips.length, 0);
  if (way === "worklet") {
    return [
      reportedRow(`${recordings}: lost, worst`, lost, "ms"),
      reportedRow(`${recordings}: inserted, worst`, inserted, "ms"),
      reportedRow(`${recordings}: events`, slips, "objects"),
    ];
  }
  return [
    limitedRow(`${recordings}: lost, worst`, lost, "ms", mostDifferenceMs),
    limitedRow(`${recordings}: inserted, worst`, inserted, "ms", mostDifferenceMs),
    exactRow(`${recordings}: quarter seconds not found, worst`, missingWindows, "objects", 0),
    exactRow(`${recordings}: events`, slips, "objects", 0),
  ];
}

/**
 * Compares recordings with the file that the fake microphone plays, to find missing and additional sound. Unlike a
 * second recording, the file cannot be damaged by the load or by faults of the browser.
 */
export async function measureRecordingFidelity(appUrl: string, directory: string): Promise<Row[]> {
  const options = { seconds: spokenSeconds, sampleRate: 48_000, seed: 7, hiss: 0.02 };
  const spoken = { samples: createSpeech(options), sampleRate: options.sampleRate };
  const speech = join(directory, "long-speech.wav");
  writeFileSync(speech, Buffer.from(createSpeechWav(options)));
  const rows: Row[] = [];
  for (const condition of conditions) {
    const comparisons: Comparison[] = [];
    let load = 0;
    for (let made = 0; made < recordingCount; made += atOnce) {
      const recordings = await makeRecordings(appUrl, speech, condition, Math.min(atOnce, recordingCount - made));
      load = Math.max(load, loadavg()[0] ?? 0);
      comparisons.push(...recordings.map((recording) => compareWithSpoken(spoken, recording)));
    }
    rows.push(...toRows(condition, load, comparisons));
  }
  return rows;
}
