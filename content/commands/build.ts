import { buildPack } from "../building/build-pack.ts";
import { type Cut, clock } from "../building/long-recording.ts";
import type { Made } from "../building/manifest.ts";
import { workshopIn } from "../building/workshop.ts";
import { checkPack } from "../checking/check-pack.ts";
import { usualPause } from "../sound/cut-at-silences.ts";
import { espeak } from "../voices/espeak.ts";
import { openPolly } from "../voices/polly.ts";
import { type Voice, type VoiceName, voiceNames } from "../voices/voice.ts";
import { command, WrongCall } from "./command.ts";

/** The voices to choose from, the one that was asked for first. */
export function voicesFor(name: string): Voice[] {
  const named: Record<VoiceName, () => Voice[]> = {
    "espeak-ng": () => [espeak],
    polly: () => [openPolly(), espeak],
  };
  const found = voiceNames.find((one) => one === name);
  if (!found) throw new WrongCall(`There is no voice "${name}": choose one of ${voiceNames.join(", ")}.`);
  return named[found]();
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function levelsOf(recordings: readonly Made[]): string {
  const range = (read: (made: Made) => number) => {
    const values = recordings.map(read);
    return `${number.format(Math.min(...values))} to ${number.format(Math.max(...values))}`;
  };
  return `Loudness ${range((made) => made.loudness)} LUFS, true peaks ${range((made) => made.peak)} dBTP.`;
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

export const build = command(
  {
    usage: "build DIR [--voice espeak-ng|polly] [--pause SECONDS] [--yes]",
    positionals: 1,
    summary: "makes the pack of a directory from its scripts and recordings",
  },
  { voice: { type: "string", default: "espeak-ng" }, pause: { type: "string", default: `${usualPause}` } },
  async ({ positionals: [directory], values }, { print, complain, asks, shows }) => {
    if (!directory) throw new WrongCall("Which directory? It holds scripts/.");
    const workshop = workshopIn(directory);
    const built = await buildPack({
      workshop,
      voices: voicesFor(values.voice),
      shortestPause: pauseOf(values.pause),
      agreesToCuts: async (recordings) => {
        for (const { file, cuts } of recordings) print(cutList(file, cuts));
        return await asks("Is each of these its segment?");
      },
      agreesToPay: (usd) => asks(`Amazon Polly asks about ${usd.toFixed(2)} US dollars for what is missing. Go on?`),
      report: (done, total) => shows("recordings", done, total),
    });
    print(`${built.made} recordings made, ${built.kept} kept, ${built.removed} files removed.`);
    print(levelsOf(built.recordings));
    const problems = await checkPack(workshop.pack, { decode: false });
    for (const { path, problem } of problems) complain(`${path}: ${problem}`);
    return problems.length === 0 ? 0 : 1;
  },
);
