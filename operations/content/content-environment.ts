import { join } from "node:path";
import type { ReportPublishProgress } from "../../content/publishing/apply-publication.ts";
import type { Destination } from "../../content/publishing/bucket.ts";
import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import { PublishError } from "../../content/publishing/publish-error.ts";
import { stackNameOf } from "../../lib/names.ts";
import { readStage } from "../../lib/stages.ts";
import { type OnInterrupt, onCtrlC } from "../command-line/run-interruptible.ts";
import { createTerminal, type Terminal } from "../command-line/terminal.ts";
import { createAwsClients } from "../stage/aws.ts";
import { createContentDestination } from "../stage/content-destination.ts";
import { createLocalDestination } from "../stage/local-destination.ts";

const stateDirectory = () => process.env["PARLANCE_STATE"] ?? join(import.meta.dirname, "..", "..", ".local");

/** A cache of the findings of `check` about audio. The file can be deleted at any time. */
export const heardAudioFile = () => join(stateDirectory(), "heard-audio.json");

export type ContentEnvironment = {
  createTerminal: (agrees: boolean) => Terminal;
  /** @param by the publishing command, for the records in the bucket */
  openDestination: (stage: string, by: string) => Promise<Destination>;
  onInterrupt: OnInterrupt;
};

export const defaultEnvironment: ContentEnvironment = {
  createTerminal: createTerminal,
  openDestination: async (stage, by) => {
    if (stage === "local") return createLocalDestination(stateDirectory(), by);
    const { region } = readStage(stage);
    return createContentDestination({ aws: createAwsClients(region), stackName: stackNameOf(stage) }, by);
  },
  onInterrupt: onCtrlC,
};

export const createCheckReporter =
  ({ showProgress }: Terminal) =>
  (done: number, total: number) =>
    showProgress("Audio files checked", done, total);

export const createPublishReporter =
  (terminal: Terminal): ReportPublishProgress =>
  (done, total) =>
    terminal.showProgress("Files", done.files, total.files);

const hasNoChanges = ({ upload, remove }: Changes) => upload.size === 0 && remove.size === 0;

const interruptedMessage =
  "Interrupted. Uploaded files stay: repeat the command to continue. If it then reports another publication in progress, that is this one. Its lock expires within two minutes.";

export type ConfirmChanges = (changes: Changes, question: string) => Promise<boolean>;

export async function runWithConfirmation<T>(
  terminal: Terminal,
  work: (agree: ConfirmChanges) => Promise<T>,
): Promise<T> {
  let isAgreed = false;
  try {
    return await work(async (changes, question) => {
      isAgreed = await confirmChanges(terminal, changes, question);
      return isAgreed;
    });
  } catch (error) {
    if (isAgreed && !(error instanceof PublishError)) terminal.print(interruptedMessage);
    throw error;
  }
}

async function confirmChanges(terminal: Terminal, changes: Changes, question: string): Promise<boolean> {
  for (const line of describeChanges(changes)) terminal.print(line);
  return hasNoChanges(changes) || terminal.confirm(question);
}
