import { existsSync } from "node:fs";
import { createWorkspace } from "../../content/building/workspace.ts";
import { inspectPack } from "../../content/checking/check-pack.ts";
import { openHeardAudio } from "../../content/checking/heard-audio.ts";
import { describeProblem } from "../../content/checking/pack-reader.ts";
import { findRecordingAdvice } from "../../content/checking/recording-advice.ts";
import { readManifest } from "../../content/files/manifest.ts";
import { UsageError } from "../command-line/command.ts";
import { createContentCommand } from "./content-command.ts";
import { createCheckReporter, heardAudioFile } from "./content-environment.ts";

/**
 * @param directory a pack, or a directory with pack/ in it
 * @throws Error
 */
export function findPack(directory: string): string {
  const { pack, scripts } = createWorkspace(directory);
  if (!existsSync(directory)) throw new Error(`There is no directory ${directory}.`);
  if (existsSync(pack)) return pack;
  if (!existsSync(scripts)) return directory;
  throw new Error(`No pack has been built in ${directory} yet: run npm run content -- build ${directory}`);
}

export const check = createContentCommand(
  {
    call: "check DIR [--json]",
    positionals: 1,
    summary: "lists the problems of a pack, and advice; exit code 1 if there are problems",
  },
  { json: { type: "boolean", default: false } },
  async ({ positionals: [directory], values: { json } }, terminal) => {
    if (!directory) throw new UsageError("Give a directory: a pack, or one with pack/ in it.");
    const { print } = terminal;
    const memory = await openHeardAudio(heardAudioFile());
    const { problems, advice: found } = await inspectPack(findPack(directory), {
      memory,
      ...(json ? {} : { report: createCheckReporter(terminal) }),
    });
    const advice = [...found, ...findRecordingAdvice(await readManifest(createWorkspace(directory).manifest))];
    if (json) print(JSON.stringify({ problems, advice }, null, 2));
    else {
      for (const problem of problems) print(`✗ ${describeProblem(problem)}`);
      for (const problem of advice) print(`! ${describeProblem(problem)}`);
      const summary = problems.length === 0 ? "No problems found." : `Problems found: ${problems.length}.`;
      print(advice.length === 0 ? summary : `${summary} Advice: ${advice.length}.`);
    }
    return problems.length === 0 ? 0 : 1;
  },
);
