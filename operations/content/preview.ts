import { existsSync } from "node:fs";
import path from "node:path";
import { createWorkspace } from "../../content/building/workspace.ts";
import { checkPack } from "../../content/checking/check-pack.ts";
import { findDialogueToShow } from "../../content/previewing/find-dialogue-to-show.ts";
import { type LocalApp, startLocalApp } from "../../content/previewing/local-app.ts";
import { watchChanges } from "../../content/previewing/watch-changes.ts";
import { topicOf } from "../../domain/content/scenario.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { paths } from "../../domain/http/pages.ts";
import { UsageError } from "../command-line/command.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { reportFaults } from "./build.ts";
import { findPack } from "./check.ts";
import { createContentCommand, describeContentError } from "./content-command.ts";
import { buildCommandOptions, createBuilder } from "./create-builder.ts";

type PreviewSource = {
  pack: string;
  watchedDirectory: string;
  isSource: (file: string) => boolean;
  findDialogue: (asked: string | undefined) => ReturnType<typeof findDialogueToShow>;
  refresh: () => Promise<void>;
};

function createPreviewSource(
  directory: string,
  values: Parameters<typeof createBuilder>[1],
  terminal: Terminal,
): PreviewSource {
  const workshop = createWorkspace(directory);
  const build = createBuilder(workshop, values, terminal);
  if (!existsSync(workshop.scripts)) {
    const pack = findPack(directory);
    if (!existsSync(pack)) throw new Error(`There is no directory ${directory}.`);
    const dialogue = (asked: string | undefined) => findDialogueToShow(pack, "/metadata.json", asked);
    return {
      pack,
      watchedDirectory: pack,
      isSource: () => true,
      findDialogue: dialogue,
      refresh: () => requireNoProblems(pack),
    };
  }
  const sources = [workshop.scripts, workshop.recordings].map((folder) => path.relative(directory, folder));
  return {
    pack: workshop.pack,
    watchedDirectory: directory,
    isSource: (file) => sources.includes(file.split(path.sep)[0] ?? ""),
    findDialogue: (asked) => findDialogueToShow(workshop.scripts, ".json", asked),
    refresh: async () => {
      reportFaults(await build(), terminal);
      await requireNoProblems(workshop.pack);
    },
  };
}

async function requireNoProblems(pack: string): Promise<void> {
  const [first, ...others] = await checkPack(pack, { decode: false });
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  throw new Error(
    escapeUnprintable(
      `The pack cannot be shown: ${first.path} ${first.problem}${more}; npm run content -- check lists all.`,
    ),
  );
}

async function refreshPreview(
  { refresh }: PreviewSource,
  { loadContent }: LocalApp,
  { print }: Terminal,
): Promise<void> {
  await refresh();
  await loadContent();
  print("Changed: open pages reload.");
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_000) return port;
  throw new UsageError(`--port must be a number from 1 to 65000, not "${text}".`);
}

export const preview = createContentCommand(
  {
    call: "preview DIR [LANGUAGE/TOPIC/ID] [--voice espeak-ng|polly] [--pause SECONDS] [--port 5173] [--yes]",
    summary:
      "opens a dialogue in the app on this machine, as a learner with a paid plan sees it, and shows your changes",
  },
  { ...buildCommandOptions, port: { type: "string", default: "5173" } },
  async ({ positionals: [directory, asked], values }, terminal) => {
    if (!directory) throw new UsageError("Give a directory: a pack, or one with scripts/ in it.");
    const port = parsePort(values.port);
    const shown = createPreviewSource(directory, values, terminal);
    await shown.refresh();
    const { language, id } = await shown.findDialogue(asked);
    const app = await startLocalApp(shown.pack, port);
    if (!app) return 1;
    try {
      const stopWatching = watchChanges(
        shown.watchedDirectory,
        shown.isSource,
        () => refreshPreview(shown, app, terminal),
        (error) => terminal.printError(`${describeContentError(error)}\nThe page still shows the previous version.`),
      );
      const address = new URLSearchParams({ language, to: paths.topic(id) });
      terminal.print(`\n  ${language}/${topicOf(id)}/${id}   ${app.url}/local/preview?${address}\n`);
      terminal.print("  The page reloads after your changes. Stop with Ctrl-C, which also deletes the preview's data.");
      const isStopped = await app.ended;
      stopWatching();
      return isStopped ? 0 : 1;
    } finally {
      await app.stop();
    }
  },
);
