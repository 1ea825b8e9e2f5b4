import { type Built, buildPack } from "../../content/building/build-pack.ts";
import { type Cut, clock } from "../../content/building/long-recording.ts";
import type { Workshop } from "../../content/building/workshop.ts";
import { usualPause } from "../../content/sound/cut-at-silences.ts";
import { espeak } from "../../content/voices/espeak.ts";
import { openPolly } from "../../content/voices/polly.ts";
import { type Voice, type VoiceName, voiceNames } from "../../content/voices/voice.ts";
import { WrongCall } from "../command-line/command.ts";
import type { Terminal } from "../command-line/terminal.ts";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** The voices to choose from, the one that was asked for first. */
function voicesFor(name: string): Voice[] {
  const named: Record<VoiceName, () => Voice[]> = {
    "espeak-ng": () => [espeak],
    polly: () => [openPolly(), espeak],
  };
  const found = voiceNames.find((one) => one === name);
  if (!found) throw new WrongCall(`There is no voice "${name}": choose one of ${voiceNames.join(", ")}.`);
  return named[found]();
}

/** Shorter pauses are within words. */
const pauses = { least: 0.4, most: 10 };

function pauseOf(typed: string): number {
  const seconds = Number(typed);
  if (seconds >= pauses.least && seconds <= pauses.most) return seconds;
  throw new WrongCall(`--pause takes seconds from ${pauses.least} to ${pauses.most}, not "${typed}".`);
}

const textShown = 40;

/** Where a long recording is cut: when each segment begins, for how long, and how its text begins. */
function cutList(file: string, cuts: readonly Cut[]): string {
  const lines = cuts.map(({ from, to, text }, index) => {
    const words = text.length > textShown ? `${text.slice(0, textShown).replace(/\s+\S*$/u, "")} …` : text;
    return `  ${index + 1}. at ${clock(from)} for ${number.format(to - from)} s: ${words}`;
  });
  return [`${file} is cut into ${cuts.length} segments:`, ...lines].join("\n");
}

/** How a pack is built, as options of a command. */
export const buildingOptions = {
  voice: { type: "string", default: "espeak-ng" },
  pause: { type: "string", default: `${usualPause}` },
} as const;

/**
 * Makes ready to build the pack of a workshop, with somebody at a terminal to agree to what is cut and paid.
 * @throws WrongCall for an option that cannot be
 */
export function builderOf(
  workshop: Workshop,
  { voice, pause }: { voice: string; pause: string },
  { print, asks, shows }: Terminal,
): (signal?: AbortSignal) => Promise<Built> {
  const options = { workshop, voices: voicesFor(voice), shortestPause: pauseOf(pause) };
  return (signal) =>
    buildPack({
      ...options,
      signal,
      agreesToCuts: async (recordings) => {
        for (const { file, cuts } of recordings) print(cutList(file, cuts));
        return await asks("Is each of these its segment?");
      },
      agreesToPay: (usd) => asks(`Amazon Polly asks about ${usd.toFixed(2)} US dollars for what is missing. Go on?`),
      report: (done, total) => shows("recordings", done, total),
    });
}
