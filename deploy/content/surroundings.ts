import { join } from "node:path";
import type { Destination } from "../../content/publishing/bucket.ts";
import type { Report } from "../../content/publishing/carry-out.ts";
import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import { type OnInterrupt, onCtrlC } from "../../lib/command-line/interruptibly.ts";
import { openTerminal, type Terminal } from "../../lib/command-line/terminal.ts";
import { readStage } from "../../lib/stages.ts";
import { openAws } from "../stage/aws.ts";
import { contentDestination } from "../stage/content-destination.ts";
import { localDestination } from "../stage/local-destination.ts";

const stateDirectory = () => process.env["PARLANCE_STATE"] ?? join(import.meta.dirname, "..", "..", ".local");

/** What the commands work with, so that they can be tried. */
export type Surroundings = {
  terminal: (agrees: boolean) => Terminal;
  /** @param by the command that publishes */
  open: (stage: string, by: string) => Promise<Destination>;
  onInterrupt: OnInterrupt;
};

/** Somebody at this terminal, with what there is of AWS in the environment. */
export const here: Surroundings = {
  terminal: openTerminal,
  open: async (stage, by) => {
    if (stage === "local") return localDestination(stateDirectory(), by);
    const { region } = readStage(stage);
    return contentDestination({ aws: openAws(region), stackName: `parlance-${stage}` }, by);
  },
  onInterrupt: onCtrlC,
};

/** Shows how many recordings were listened to. */
export const listeningOn =
  ({ shows }: Terminal) =>
  (done: number, total: number) =>
    shows("Recordings checked", done, total);

/** Shows how many files are done. */
export const reportOn =
  (terminal: Terminal): Report =>
  (done, total) =>
    terminal.shows("Files", done.files, total.files);

const isNothing = ({ upload, remove }: Changes) => upload.size === 0 && remove.size === 0;

/** Shows what changes, and asks for it unless it is nothing. */
export async function agreeTo(terminal: Terminal, changes: Changes, question: string): Promise<boolean> {
  for (const line of describeChanges(changes)) terminal.print(line);
  return isNothing(changes) || terminal.asks(question);
}
