import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import type { Signal } from "./support/correlate.ts";
import { emulate3g } from "./support/emulate-3g.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { playOriginal, watchPlayback } from "./support/playback.ts";
import {
  finishAttempt,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  resizeExamples,
  returnHome,
  type StoredRecordingFile,
  waitForRecordedSeconds,
  waitForRecording,
} from "./support/practice.ts";
import { segmentAudioPattern } from "./support/segment-audio-pattern.ts";
import { createSpokenFile } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
const segmentCount = 3;
const offlineIn = 2;
const refusedIn = 3;
const withoutTranslation = 3;
const spoken = createSpokenFile(15);
const openPage = openFileBrowser(spoken);

/** CloudFront refuses an expired signature with a 403. */
async function troubleContent(page: Page): Promise<void> {
  const headers = { "access-control-allow-origin": appUrl };
  await page.route(
    segmentAudioPattern(refusedIn),
    (route) => route.fulfill({ status: 403, body: "<Error/>", headers }),
    {
      times: 1,
    },
  );
  await page.route(segmentAudioPattern(withoutTranslation, "translation"), (route) =>
    route.fulfill({ status: 404, body: "<Error/>", headers }),
  );
}

async function practise(page: Page, segment: number, setOffline: (offline: boolean) => Promise<void>): Promise<void> {
  await page.getByText(`Segment ${segment}/${segmentCount}`).waitFor();
  if (segment === offlineIn) {
    await waitForRecording(page, async () => {
      await playOriginal(page);
      await setOffline(true);
    });
  } else {
    await listenUntilRecording(page);
  }
  await waitForRecordedSeconds(page, 1.5);
  await finishAttempt(page);
  await page.getByText("Attempts: 1").waitFor();
  if (segment === offlineIn) await setOffline(false);
}

function signalOf({ wavBase64 }: StoredRecordingFile): Signal {
  const recording = decodeWav(new Uint8Array(Buffer.from(wavBase64, "base64")).buffer);
  if (!recording) throw new Error("The recording is not a WAV file");
  return recording;
}

test("records every segment of a dialogue on a bad network", async () => {
  const { page, context } = await openPage();
  await watchPlayback(context);
  await resizeExamples(page, segmentCount);
  await signUpFree(page, appUrl, newLearner());
  await troubleContent(page);
  const setOffline = await emulate3g(page);
  await openExample(page, /doctor/);
  for (let segment = 1; segment <= segmentCount; segment += 1) {
    await practise(page, segment, setOffline);
    await page.getByRole("button", { name: "Play Translated Audio" }).click();
    const missing = segment === withoutTranslation;
    const said = missing ? "Audio Error" : "Playing the reference.";
    await page.getByText(said).first().waitFor();
    await page.getByRole("button", { name: segment < segmentCount ? "Next" : "Finish", exact: true }).click();
  }
  const dialog = page.getByRole("dialog", { name: "Scenario Complete!" });
  await dialog.getByText(`Completed Segments: ${segmentCount} / ${segmentCount}`).waitFor();

  const recordings = await loadStoredRecordings(page);
  expect(recordings.map(({ segmentIndex, attempt }) => [segmentIndex, attempt])).toEqual(
    Array.from({ length: segmentCount }, (_, index) => [index, 1]),
  );
  for (const recording of recordings) {
    expect(recording.durationSeconds).toBeGreaterThan(1.4);
    const { slips, missingWindows } = compareWithSpoken(spoken, signalOf(recording));
    const what = `segment ${recording.segmentIndex + 1} contains the spoken audio, without missing or extra samples`;
    expect({ slips, missingWindows }, what).toEqual({ slips: [], missingWindows: [] });
  }
  await returnHome(page);
  await page.getByRole("link", { name: /doctor.*Completed/ }).waitFor();
});
