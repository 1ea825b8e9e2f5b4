import { loadavg } from "node:os";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { startBusyProcesses } from "../e2e/support/busy-processes.ts";
import { type Comparison, compareWithSpoken } from "../e2e/support/compare-with-spoken.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { createOriginal, replaceOriginals } from "../e2e/support/originals.ts";
import { openExample } from "../e2e/support/practice.ts";
import { type SoundServer, startSoundServer } from "../e2e/support/sound-server.ts";
import { ensurePulseAudio } from "../engines/pulse-audio.mjs";
import { limitedRow, type Row } from "./row.ts";

const seconds = 20;
const original = createOriginal(seconds);
const playedTimes = 3;
const mostDifferenceMs = 1;

async function playOnce(appUrl: string, sound: SoundServer, busyProcesses: number): Promise<Comparison> {
  const browser = await launchBrowser({ sound });
  try {
    const { page } = await openPage(browser);
    await replaceOriginals(page, original);
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    const played = await sound.record();
    const endLoad = await startBusyProcesses(busyProcesses);
    try {
      await page.getByRole("button", { name: "Play Audio" }).click();
      await page.getByRole("button", { name: "Finish Attempt" }).waitFor({ timeout: 10_000 * seconds });
    } finally {
      await endLoad();
    }
    // The original is searched for in the output, so silence before and after the original is not an error.
    return compareWithSpoken(await played.stop(), original);
  } finally {
    await browser.close();
  }
}

export async function measureOriginalPlayback(appUrl: string): Promise<Row[]> {
  if (!(await ensurePulseAudio())) return [];
  const sound = await startSoundServer();
  try {
    const rows: Row[] = [];
    for (const busyProcesses of [0, 6]) {
      const gaps: number[] = [];
      for (let time = 0; time < playedTimes; time += 1) {
        const { slips } = await playOnce(appUrl, sound, busyProcesses);
        gaps.push(slips.reduce((sum, { ms }) => sum + Math.abs(ms), 0));
      }
      const load = (loadavg()[0] ?? 0).toFixed(0);
      const name = `${playedTimes} originals of ${seconds} s heard beside ${busyProcesses} busy processes (load ${load})`;
      rows.push(limitedRow(`${name}: gaps, worst`, Math.max(...gaps), "ms", mostDifferenceMs));
    }
    return rows;
  } finally {
    await sound.stop();
  }
}
