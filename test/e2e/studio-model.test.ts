import * as fc from "fast-check";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import {
  createPractice,
  type Practice,
  type PracticeEvent,
  type RecordingRef,
} from "../../domain/practice/practice.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { loadStoredRecordings, openExample, waitForRecording } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import {
  applyEvents,
  clickNow,
  expectedView,
  originalButton,
  readView,
  skipToSoundEnd,
  slowDownSounds,
  watchForBreaches,
} from "./support/studio-model.ts";

const appUrl = inject("appUrl");
const segmentCount = 10;
const leastClicks = 100;
const openPage = openFileBrowser();

/**
 * Sequences of a learner's actions. Each action is a click, with two exceptions: "hear" skips to the end of the audio,
 * and "auto-play" is the automatic playback after a restart.
 */
const actionSequences = [
  ["Play Audio"],
  ["Play Audio", "hear"],
  ["Play Audio", "hear", "Finish Attempt"],
  ["Play Your Recording"],
  ["Play Translated Audio"],
  ["Play Translated Audio", "hear"],
  ["Finish Attempt"],
  ["Finish Attempt", "Next"],
  ["Restart Segment", "Cancel"],
  ["Restart Segment", "Confirm", "Previous", "Next"],
  ["Restart Segment", "Confirm", "auto-play"],
  ["Next"],
  ["Next", "Play Audio", "Next"],
  ["Previous"],
  ["Previous", "Next", "Previous"],
  ["Finish", "Cancel"],
  ["Play Audio", "Play Audio"],
  ["Play Audio", "Play Audio", "Play Audio", "hear"],
  ["Loop"],
  ["Loop", "hear", "Play Audio"],
  ["Loop", "Play Audio", "Loop", "Play Audio"],
  ["3"],
  ["7", "Play Audio", "3"],
] as const satisfies readonly (readonly string[])[];
type Action = (typeof actionSequences)[number][number];

const events: Record<Exclude<Action, "hear">, PracticeEvent> = {
  "Play Audio": { type: "play", audio: "original" },
  "Play Your Recording": { type: "play", audio: "own" },
  "Play Translated Audio": { type: "play", audio: "translation" },
  "Finish Attempt": { type: "finish-attempt" },
  "Restart Segment": { type: "ask-restart" },
  Confirm: { type: "confirm-restart" },
  Cancel: { type: "dismiss-dialog" },
  "auto-play": { type: "auto-play-due" },
  Previous: { type: "previous" },
  Next: { type: "next" },
  Finish: { type: "finish" },
  Loop: { type: "toggle-loop" },
  "3": { type: "go-to", index: 2 },
  "7": { type: "go-to", index: 6 },
};

/** Runs the reducer beside the page. */
class Beside {
  practice: Practice = createPractice(segmentCount);
  clicks = 0;
  readonly #page: Page;
  #lastTake = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async does(action: Action): Promise<void> {
    if (action === "hear") return this.#hears();
    if (action !== "auto-play") {
      this.clicks += 1;
      if (action === "Confirm") await clickNow(this.#page, "Restart Segment", "dialog");
      else if (action === "Cancel") await clickNow(this.#page, "Cancel", "dialog");
      else await clickNow(this.#page, action === "Play Audio" ? originalButton(this.practice) : action);
    }
    const before = this.practice;
    this.practice = applyEvents(before, events[action]);
    if (action === "Finish Attempt" && this.practice !== before) this.#savesTake();
  }

  async settles(): Promise<void> {
    if (this.practice.activity.kind === "restarting")
      this.practice = applyEvents(this.practice, { type: "auto-play-due" });
    await expect.poll(() => readView(this.#page)).toEqual(expectedView(this.practice));
  }

  async #hears(): Promise<void> {
    const { activity } = this.practice;
    if (activity.kind !== "playing") return;
    const playing = () =>
      [...(window.played ?? [])].some(({ paused, duration }) => !paused && Number.isFinite(duration));
    await this.#page.waitForFunction(playing);
    const goesRound = activity.audio === "original" && this.practice.loop !== null;
    if (!goesRound) this.practice = applyEvents(this.practice, { type: "playback-ended", audio: activity.audio });
    const hear = () => skipToSoundEnd(this.#page);
    // Waits until the recording has audio, because an attempt without audio has no recording.
    await (this.practice.activity.kind === "recording" ? waitForRecording(this.#page, hear) : hear());
    await expect.poll(() => readView(this.#page)).toEqual(expectedView(this.practice));
  }

  #savesTake(): void {
    this.#lastTake += 1;
    const attempt = this.practice.segments[this.practice.index]?.attempts ?? 0;
    const recording: RecordingRef = {
      number: this.#lastTake,
      attempt,
      recordedAt: 0,
      durationSeconds: 0,
      interrupted: false,
    };
    this.practice = applyEvents(this.practice, { type: "recording-saved", recording });
  }

  recordings(): string[] {
    return this.practice.segments
      .flatMap(({ recordings }, index) => recordings.map(({ attempt }) => `${index} ${attempt}`))
      .toSorted();
  }
}

test("the practice page matches its reducer during at least 100 random clicks", async () => {
  const { page, context, problems } = await openPage();
  await watchForBreaches(context);
  // The audio is so long that it ends only in "hear".
  await shortenAudio(page, 120);
  await slowDownSounds(context, 60);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const beside = new Beside(page);
  const some = fc.array(fc.constantFrom(...actionSequences), { minLength: 70, maxLength: 70 });
  const property = fc.asyncProperty(some, async (chosen) => {
    for (const sequence of [["Play Audio", "hear", "Finish Attempt"] as const, ...chosen]) {
      for (const action of sequence) {
        await beside.does(action);
        // A recording has to be stored before the next action.
        if (action === "Finish Attempt") await beside.settles();
      }
      await beside.settles();
      expect(await page.evaluate(() => window.breaches)).toEqual([]);
    }
    const stored = await loadStoredRecordings(page);
    expect(stored.map(({ segmentIndex, attempt }) => `${segmentIndex} ${attempt}`).toSorted()).toEqual(
      beside.recordings(),
    );
    expect(beside.recordings().length, "some recordings were made").toBeGreaterThan(0);
  });
  // The page keeps its state, so the property runs once and is not shrunk.
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
  expect(beside.clicks).toBeGreaterThanOrEqual(leastClicks);
  expect(problems).toEqual([]);
});
