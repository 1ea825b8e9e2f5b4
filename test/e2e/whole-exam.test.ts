import { readFile } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { SegmentList } from "../../domain/content/pack.ts";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { crash } from "./support/crash.ts";
import { emulate3g } from "./support/emulate-3g.ts";
import { beginButton, createExamLearner, readSegmentCount, startExamInPage } from "./support/exam-steps.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { loadStoredRecordings, type StoredRecordingFile } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { createSpokenFile } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
/** The file is longer than the recordings of this test, and short enough for a quick search. */
const spoken = createSpokenFile(12);
const openPage = openFileBrowser(spoken);
/** A crash must lose less than this length of a recording. */
const crashSeconds = 1.5;

function heardIn(recording: StoredRecordingFile) {
  const signal = decodeWav(new Uint8Array(Buffer.from(recording.wavBase64, "base64")).buffer);
  if (!signal) throw new Error("The stored recording is not a WAV file");
  const { lostMs, insertedMs, missingWindows, startsAt } = compareWithSpoken(spoken, signal);
  return {
    lostMs,
    insertedMs,
    missingWindows,
    startsAt,
    seconds: signal.samples.length / signal.sampleRate,
  };
}

const placeOf = ({ mock, segmentIndex, attempt }: StoredRecordingFile) => [mock?.dialogue, segmentIndex, attempt];

async function segmentsOf(id: string): Promise<number> {
  const list = new URL(`../../content/pack/nepali/example/${id}/metadata.json`, import.meta.url);
  return SegmentList.parse(JSON.parse(await readFile(list, "utf8"))).length;
}

test(
  "preserves the recordings of a full exam without gaps through network loss and a crash",
  async () => {
    const { page, context } = await openPage();
    await shortenAudio(page, 0.3);
    await signUpFree(page, appUrl, newLearner());
    const setOffline = await emulate3g(page);
    await startExamInPage(page, appUrl);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch" || request.resourceType() === "xhr") asked.push(request.url());
    });
    await beginButton(page).click();
    const first = createExamLearner(page);
    await first.interpret(1);
    const firstCount = await readSegmentCount(page);
    await page.getByRole("button", { name: "Repeat (free)" }).click();
    await first.interpret(1.5);
    await page.getByRole("button", { name: "Repeat (may cost about 1 mark)" }).waitFor();
    await page.keyboard.press("Space");
    await first.through(2, 5);
    await setOffline(true);
    await first.through(6, firstCount);
    await page.getByRole("button", { name: "Continue to dialogue 2" }).click();
    await beginButton(page).click();
    await first.through(1, 3);
    await first.interpret(3);
    const secondCount = await readSegmentCount(page);
    const began = await page.evaluate(
      () => performance.getEntriesByName("chime-to-first-sample").at(-1)?.startTime ?? 0,
    );
    const saidSeconds = await page.evaluate((since) => (performance.now() - since) / 1_000, began);
    expect(asked, "no requests during the exam").toEqual([]);
    await crash(page);
    await page.close();

    const again = await context.newPage();
    await again.goto(`${appUrl}/exam/run`);
    await again.getByRole("heading", { name: "The mock exam was interrupted" }).waitFor();
    await again.getByText("The exam continues at segment 5 of dialogue 2").waitFor();
    await again.getByRole("button", { name: "Continue" }).click();
    await createExamLearner(again).through(5, secondCount);
    await again.getByRole("heading", { name: "The exam is finished" }).waitFor();
    const all = firstCount + secondCount;
    await again.getByText(`You recorded ${all} of ${all} segments`).waitFor();

    const recordings = await loadStoredRecordings(again, "parlance-mocks");
    const ids = [...new Set(recordings.map(({ scenarioId }) => scenarioId))];
    const counts = await Promise.all(ids.map(segmentsOf));
    expect(counts).toEqual([firstCount, secondCount]);
    const everySegment = counts.flatMap((count, dialogue) =>
      Array.from({ length: count }, (_, segment) => [dialogue, segment, 1]),
    );
    expect(recordings.map(placeOf)).toEqual([[0, 0, 1], [0, 0, 2], ...everySegment.slice(1)]);
    const brokenOff = 1 + firstCount + 3;
    expect(recordings.flatMap(({ interrupted }, at) => (interrupted ? [at] : []))).toEqual([brokenOff]);
    const heard = recordings.map(heardIn);
    for (const { lostMs, insertedMs, missingWindows } of heard) {
      expect({ lostMs, insertedMs, missingWindows }).toEqual({ lostMs: 0, insertedMs: 0, missingWindows: [] });
    }
    expect(heard[brokenOff]?.seconds, "the recording until the crash").toBeGreaterThan(saidSeconds - crashSeconds);
    expect(await loadStoredRecordings(again), "no exam recordings among those of practice").toEqual([]);
  },
  scaledTimeoutMs(180_000),
);
