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
    /** Media elements that were ever played. */
    played?: Set<HTMLMediaElement>;
    /** Those of them that are held: one that was held at its very end has ended too, and is not heard. */
    heldSounds?: Set<HTMLMediaElement>;
    /** What should never be, with what it was. */
    breaches?: string[];
  }
}

/** Lets every page watch, with each frame and each sound that begins, that nothing plays beside anything else. */
export async function watchForBreaches(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const played = new Set<HTMLMediaElement>();
    const heldSounds = new Set<HTMLMediaElement>();
    const breaches: string[] = [];
    Object.assign(window, { played, heldSounds, breaches });
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
      heldSounds.add(this);
      pause.call(this);
    };
    HTMLMediaElement.prototype.play = function () {
      played.add(this);
      heldSounds.delete(this);
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

/** The slowest that Chromium plays; it refuses what is slower (`kMinPlaybackRate` of its media elements). */
const slowest = 0.0625;

/** Lets sounds that are shorter than this, in seconds, last sixteen times as long. */
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

/** Lets what plays come to its end by itself. */
export async function skipToSoundEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of window.played ?? []) {
      if (!element.paused && Number.isFinite(element.duration)) element.currentTime = element.duration - 0.01;
    }
  });
}

/** What a learner meets: where they are, what they can do, and how many sounds play. */
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

/** What is written on the button of the original: it can be held once it is heard beside a take. */
export function originalButton(practice: Practice): "Play Audio" | "Pause Audio" {
  const { activity } = practice;
  const plays = activity.kind === "playing" && activity.audio === "original";
  return plays && currentSegment(practice).currentRecording !== null ? "Pause Audio" : "Play Audio";
}

/** What is to be seen of a practice. */
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

/** What is seen on the page. */
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
        // What has come to its end by itself is heard a little longer than it plays, and let go of then.
        sounds: [...(window.played ?? [])].filter(
          (sound) => !sound.paused || (sound.ended && !window.heldSounds?.has(sound)),
        ).length,
      };
    },
    [...buttons, ...segmentButtons],
  );
}

/** Clicks as quickly as a page can be clicked; what cannot be used ignores it. */
export async function clickNow(page: Page, name: string, within = "main"): Promise<void> {
  await page.evaluate(
    ({ wanted, selector }) => {
      const all = [...document.querySelectorAll<HTMLButtonElement>(`${selector} button`)];
      all.find(({ textContent }) => textContent?.trim() === wanted)?.click();
    },
    { wanted: name, selector: within },
  );
}

/** The practice after some events. */
export function applyEvents(practice: Practice, ...events: PracticeEvent[]): Practice {
  return events.reduce((present, event) => practiceTransition(present, event).practice, practice);
}
