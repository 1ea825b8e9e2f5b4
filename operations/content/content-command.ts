import { inspect, type ParseArgsConfig } from "node:util";
import { InterruptedError } from "../../content/building/make-audio-files.ts";
import { MissingProgramError } from "../../content/files/run-program.ts";
import { PublishError } from "../../content/publishing/publish-error.ts";
import { type Command, type CommandAction, type CommandInfo, createCommand } from "../command-line/command.ts";
import { explainError } from "../command-line/explain-error.ts";

export type ContentCommand = Command & {
  call: string;
  summary: string;
};

const isPlainError = (error: Error) => error.constructor === Error && !("code" in error) && !("$metadata" in error);
const isProgrammingError = (error: Error) =>
  [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);

/** Functions in content/ may throw plain errors for expected failures, with a sentence as the message. */
export function explainContentError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isOurs = [PublishError, MissingProgramError, InterruptedError].some((kind) => error instanceof kind);
  if (isPlainError(error) || isOurs) return error.message;
  return explainError(error) ?? (isProgrammingError(error) ? null : error.message);
}

/** Includes the stack of an unexpected error. */
export const describeContentError = (error: unknown) => explainContentError(error) ?? inspect(error);

export function createContentCommand<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  { call, summary, ...about }: Pick<ContentCommand, "call" | "summary"> & Pick<CommandInfo, "positionals" | "terminal">,
  options: Options,
  work: CommandAction<Options & typeof yesOption>,
): ContentCommand {
  const usage = `npm run content -- ${call}`;
  return {
    call,
    summary,
    ...createCommand({ ...about, usage, explain: explainContentError }, { ...options, ...yesOption }, work),
  };
}

const yesOption = { yes: { type: "boolean", default: false } } as const;
