import { type BuildResult, buildPack } from "../../content/building/build-pack.ts";
import { type Cut, formatTime } from "../../content/building/long-recording.ts";
import type { Workspace } from "../../content/building/workspace.ts";
import { defaultPauseSeconds } from "../../content/sound/cut-at-silences.ts";
import { espeak } from "../../content/voices/espeak.ts";
import { createPollyVoice } from "../../content/voices/polly.ts";
import { type Voice, type VoiceName, voiceNames } from "../../content/voices/voice.ts";
import { UsageError } from "../command-line/command.ts";
import type { Terminal } from "../command-line/terminal.ts";

const numberFormat = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** The preferred voice comes first. */
function voicesFor(name: string): Voice[] {
  const named: Record<VoiceName, () => Voice[]> = {
    "espeak-ng": () => [espeak],
    polly: () => [createPollyVoice(), espeak],
  };
  const found = voiceNames.find((one) => one === name);
  if (!found) throw new UsageError(`There is no voice "${name}": choose one of ${voiceNames.join(", ")}.`);
  return named[found]();
}

/** In seconds. Shorter pauses than `least` also occur within sentences. */
const pauseLimits = { least: 0.4, most: 10 };

export function parsePause(typed: string): number {
  const seconds = Number(typed);
  if (seconds >= pauseLimits.least && seconds <= pauseLimits.most) return seconds;
  throw new UsageError(`--pause takes seconds from ${pauseLimits.least} to ${pauseLimits.most}, not "${typed}".`);
}

const maxShownCharacters = 40;

function describeCuts(file: string, cuts: readonly Cut[]): string {
  const lines = cuts.map(({ from, to, text }, index) => {
    const words =
      text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).replace(/\s+\S*$/u, "")} …` : text;
    return `  ${index + 1}. at ${formatTime(from)} for ${numberFormat.format(to - from)} s: ${words}`;
  });
  return [`${file} is cut into ${cuts.length} segments:`, ...lines].join("\n");
}

export const buildCommandOptions = {
  voice: { type: "string", default: "espeak-ng" },
  pause: { type: "string", default: `${defaultPauseSeconds}` },
} as const;

/** @throws UsageError for an invalid option */
export function createBuilder(
  workshop: Workspace,
  { voice, pause }: { voice: string; pause: string },
  { print, confirm, showProgress }: Terminal,
): (signal?: AbortSignal) => Promise<BuildResult> {
  const options = { workspace: workshop, voices: voicesFor(voice), shortestPause: parsePause(pause) };
  return (signal) =>
    buildPack({
      ...options,
      signal,
      confirmCuts: async (recordings) => {
        for (const { file, cuts } of recordings) print(describeCuts(file, cuts));
        return await confirm("Does each part match its segment?");
      },
      confirmPayment: (usd, bySpeaker) => {
        for (const [speaker, price] of [...bySpeaker].toSorted()) print(`  ${speaker}: ${price.toFixed(2)} US dollars`);
        return confirm(`Amazon Polly charges about ${usd.toFixed(2)} US dollars for the missing audio. Continue?`);
      },
      report: (done, total) => showProgress("Audio files made", done, total),
    });
}
