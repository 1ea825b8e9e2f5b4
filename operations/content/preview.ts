import { existsSync } from "node:fs";
import path from "node:path";
import { workshopIn } from "../../content/building/workshop.ts";
import { checkPack } from "../../content/checking/check-pack.ts";
import { dialogueToShow } from "../../content/previewing/dialogue-to-show.ts";
import { type LocalApp, startLocalApp } from "../../content/previewing/local-app.ts";
import { watchChanges } from "../../content/previewing/watch-changes.ts";
import { topicOf } from "../../domain/content/scenario.ts";
import { paths } from "../../domain/http/pages.ts";
import { printable } from "../../domain/printable.ts";
import { WrongCall } from "../command-line/command.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { builderOf, buildingOptions } from "./builder-of.ts";
import { packIn } from "./check.ts";
import { contentCommand, explainContent } from "./content-command.ts";

/** What is looked at: the pack, where its authors write, and how it comes to be what they wrote. */
type Shown = {
  pack: string;
  watched: string;
  counts: (file: string) => boolean;
  dialogue: (asked: string | undefined) => ReturnType<typeof dialogueToShow>;
  refresh: () => Promise<void>;
};

function shownIn(directory: string, values: Parameters<typeof builderOf>[1], terminal: Terminal): Shown {
  const workshop = workshopIn(directory);
  const build = builderOf(workshop, values, terminal);
  if (!existsSync(workshop.scripts)) {
    const pack = packIn(directory);
    if (!existsSync(pack)) throw new Error(`There is no directory ${directory}.`);
    const dialogue = (asked: string | undefined) => dialogueToShow(pack, "/metadata.json", asked);
    return { pack, watched: pack, counts: () => true, dialogue, refresh: () => refuseProblems(pack) };
  }
  const sources = [workshop.scripts, workshop.recordings].map((folder) => path.relative(directory, folder));
  return {
    pack: workshop.pack,
    watched: directory,
    counts: (file) => sources.includes(file.split(path.sep)[0] ?? ""),
    dialogue: (asked) => dialogueToShow(workshop.scripts, ".json", asked),
    refresh: async () => {
      await build();
      await refuseProblems(workshop.pack);
    },
  };
}

async function refuseProblems(pack: string): Promise<void> {
  const [first, ...others] = await checkPack(pack, { decode: false });
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  throw new Error(
    printable(`The pack cannot be shown: ${first.path} ${first.problem}${more}; npm run content -- check tells all.`),
  );
}

async function showChanges(
  { refresh }: Shown,
  { loadContent }: LocalApp,
  { print, complain }: Terminal,
): Promise<void> {
  try {
    await refresh();
    await loadContent();
    print("Changed: reload the page to see it.");
  } catch (error) {
    complain(`${explainContent(error)}\nThe page shows what was there before.`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_000) return port;
  throw new WrongCall(`--port must be a number from 1 to 65000, not "${text}".`);
}

export const preview = contentCommand(
  {
    call: "preview DIR [LANGUAGE/TOPIC/ID] [--voice espeak-ng|polly] [--pause SECONDS] [--port 5173] [--yes]",
    summary: "opens a dialogue in the app on this machine, as a paid learner has it, and shows what changes",
  },
  { ...buildingOptions, port: { type: "string", default: "5173" } },
  async ({ positionals: [directory, asked], values }, terminal) => {
    if (!directory) throw new WrongCall("Which directory? It holds scripts/, or is a pack.");
    const port = portOf(values.port);
    const shown = shownIn(directory, values, terminal);
    await shown.refresh();
    const { language, id } = await shown.dialogue(asked);
    const app = await startLocalApp(shown.pack, port);
    if (!app) return 1;
    try {
      const stopWatching = watchChanges(shown.watched, shown.counts, () => showChanges(shown, app, terminal));
      const address = new URLSearchParams({ language, to: paths.topic(id) });
      terminal.print(`\n  ${language}/${topicOf(id)}/${id}   ${app.url}/local/preview?${address}\n`);
      terminal.print("  What you change shows when you reload the page. Stop with Ctrl-C; nothing of it stays.");
      const isStopped = await app.ended;
      stopWatching();
      return isStopped ? 0 : 1;
    } finally {
      await app.stop();
    }
  },
);
