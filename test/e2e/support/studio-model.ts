import type { BrowserContext, Page } from "playwright-core";
import {
  controlsOf,
  currentSegment,
  type Practice,
  type PracticeEvent,
  phaseOf,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

declare global {
  interface Window {
    played?: Set<HTMLMediaElement>;
    /** The elements that the app has paused since their last start. */
    pausedSounds?: Set<HTMLMediaElement>;
    breaches?: string[];
  }
}

/**
 * Checks in every frame, and at every start of audio, that at most one sound plays, and that none plays during a
 * recording.
 */
export async function watchForBreaches(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const played = new Set<HTMLMediaElement>();
    const pausedSounds = new Set<HTMLMediaElement>();
    const breaches: string[] = [];
    Object.assign(window, { played, pausedSounds, breaches });
    const look = () => {
      const playing = [...played].filter(({ paused, ended }) => !paused && !ended);
      const isRecording = /Finish Attempt|Processing Recording/.test(
        document.querySelector(".transport")?.textContent ?? "",
      );
      if (playing.length > 1) breaches.push(`${playing.length} sounds at once`);
      if (playing.length > 0 && isRecording) breaches.push("a sound while recording");
    };
    const { play, pause } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.pause = function () {
      pausedSounds.add(this);
      pause.call(this);
    };
    HTMLMediaElement.prototype.play = function () {
      played.add(this);
      pausedSounds.delete(this);
      const begun = play.call(this);
      look();
      return begun;
    };
    const onFrame = () => {
      look();
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** The lowest rate above 0 that Chromium accepts (`kMinPlaybackRate` of its media elements). */
const slowest = 0.0625;

export async function slowDownSounds(context: BrowserContext, seconds: number): Promise<void> {
  await context.addInitScript(
    ({ rate, limit }) => {
      const { play } = HTMLMediaElement.prototype;
      const drawOut = ({ target }: Event) => {
        if (target instanceof HTMLMediaElement && target.duration < limit) target.playbackRate = rate;
      };
      HTMLMediaElement.prototype.play = function () {
        this.addEventListener("loadedmetadata", drawOut);
        return play.call(this);
      };
    },
    { rate: slowest, limit: seconds },
  );
}

export async function skipToSoundEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of window.played ?? []) {
      if (!element.paused && Number.isFinite(element.duration)) element.currentTime = element.duration - 0.01;
    }
  });
}

export type StudioView = {
  segment: string;
  attempts: string;
  enabled: string[];
  dialog: string | null;
  sounds: number;
};

const buttons = [
  "Play Audio",
  "Pause Audio",
  "Loop",
  "Play Your Recording",
  "Finish Attempt",
  "Play Translated Audio",
  "Restart Segment",
];
const segmentButtons = ["Previous", "Next", "Finish"];

/** If the segment has a recording, the button of the original pauses the original while it plays. */
export function originalButton(practice: Practice): "Play Audio" | "Pause Audio" {
  const { activity } = practice;
  const plays = activity.kind === "playing" && activity.audio === "original";
  return plays && currentSegment(practice).currentRecording !== null ? "Pause Audio" : "Play Audio";
}

export function expectedView(practice: Practice): StudioView {
  const { play, loop, finishAttempt, restart, previous, next, finish } = controlsOf({ ...practice, dialog: "none" });
  const phase = phaseOf(practice);
  const named: [string, boolean][] = [
    [originalButton(practice), play.original],
    ["Loop", loop],
    ["Play Your Recording", play.own && phase !== "recording"],
    ["Finish Attempt", finishAttempt],
    ["Play Translated Audio", play.translation],
    ["Restart Segment", restart],
    ["Previous", previous],
    ["Next", next],
    ["Finish", finish],
  ];
  const isAsked = practice.dialog !== "none";
  return {
    segment: `Segment ${practice.index + 1}/${practice.segments.length}`,
    attempts: `Attempts: ${currentSegment(practice).attempts}`,
    enabled: isAsked ? [] : named.flatMap(([name, isEnabled]) => (isEnabled ? [name] : [])).toSorted(),
    dialog: isAsked ? practice.dialog : null,
    sounds: practice.activity.kind === "playing" ? 1 : 0,
  };
}

export async function readView(page: Page): Promise<StudioView> {
  return page.evaluate(
    (names) => {
      const text = document.querySelector(".practice-counters, .practice-head")?.textContent ?? "";
      const dialogs = { "Restart Current Segment?": "restart", "Scenario Complete!": "complete" };
      const title = document.querySelector("dialog[open] h2")?.textContent ?? "";
      const enabled = [...document.querySelectorAll<HTMLButtonElement>("main button")].flatMap((button) => {
        const name = button.textContent?.trim() ?? "";
        const isOff = button.disabled || button.getAttribute("aria-disabled") === "true";
        return names.includes(name) && !isOff && !button.closest("dialog") ? [name] : [];
      });
      const dialog = Object.entries(dialogs).find(([name]) => name === title)?.[1] ?? null;
      return {
        segment: /Segment \d+\/\d+/.exec(text)?.[0] ?? "",
        attempts: /Attempts: \d+/.exec(text)?.[0] ?? "",
        enabled: dialog ? [] : enabled.toSorted(),
        dialog,
        // Ended audio counts until the app pauses it.
        sounds: [...(window.played ?? [])].filter(
          (sound) => !sound.paused || (sound.ended && !window.pausedSounds?.has(sound)),
        ).length,
      };
    },
    [...buttons, ...segmentButtons],
  );
}

/** Clicks without Playwright's delays. */
export async function clickNow(page: Page, name: string, within = "main"): Promise<void> {
  await page.evaluate(
    ({ wanted, selector }) => {
      const all = [...document.querySelectorAll<HTMLButtonElement>(`${selector} button`)];
      all.find(({ textContent }) => textContent?.trim() === wanted)?.click();
    },
    { wanted: name, selector: within },
  );
}

export function applyEvents(practice: Practice, ...events: PracticeEvent[]): Practice {
  return events.reduce((present, event) => practiceTransition(present, event).practice, practice);
}
