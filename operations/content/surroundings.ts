import { join } from "node:path";
import type { Destination } from "../../content/publishing/bucket.ts";
import type { Report } from "../../content/publishing/carry-out.ts";
import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import { PublishFailure } from "../../content/publishing/publish-failure.ts";
import { readStage } from "../../lib/stages.ts";
import { type OnInterrupt, onCtrlC } from "../command-line/interruptibly.ts";
import { openTerminal, type Terminal } from "../command-line/terminal.ts";
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

const brokenOff =
  "Broken off: what arrived stays, and the same command goes on from there. If another publication is said to be under way then, it is this one, and its lock ends within three minutes.";

/** Asks whether changes shall be made, with a question. */
export type Agree = (changes: Changes, question: string) => Promise<boolean>;

/** Does what is asked for before; where it breaks off then, without a sentence that says how to go on, that is said. */
export async function agreed<T>(terminal: Terminal, work: (agree: Agree) => Promise<T>): Promise<T> {
  let isAgreed = false;
  try {
    return await work(async (changes, question) => {
      isAgreed = await agreeTo(terminal, changes, question);
      return isAgreed;
    });
  } catch (error) {
    if (isAgreed && !(error instanceof PublishFailure)) terminal.print(brokenOff);
    throw error;
  }
}

/** Shows what changes, and asks for it unless it is nothing. */
async function agreeTo(terminal: Terminal, changes: Changes, question: string): Promise<boolean> {
  for (const line of describeChanges(changes)) terminal.print(line);
  return isNothing(changes) || terminal.asks(question);
}
