import type { ParseArgsConfig } from "node:util";
import { Interrupted } from "../../content/building/make-recordings.ts";
import { MissingProgram } from "../../content/files/run-program.ts";
import { PublishFailure } from "../../content/publishing/publish-failure.ts";
import { type About, type Command, command, type Work } from "../command-line/command.ts";
import { explain } from "../command-line/explain.ts";

/** A command of `npm run content`. */
export type ContentCommand = Command & {
  /** What stands after `npm run content --`, e.g. "build DIR [--yes]". */
  call: string;
  /** What it is for, as a line. */
  summary: string;
};

const isPlain = (error: Error) => error.constructor === Error && !("code" in error) && !("$metadata" in error);
const isOfProgram = (error: Error) => [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);

/** What went wrong, in a sentence; null for a fault of the program itself. What makes and checks packs throws sentences. */
export function explainContent(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isOurs = [PublishFailure, MissingProgram, Interrupted].some((kind) => error instanceof kind);
  if (isPlain(error) || isOurs) return error.message;
  return explain(error) ?? (isOfProgram(error) ? null : error.message);
}

/** Makes a command of `npm run content`; each takes `--yes`. */
export function contentCommand<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  { call, summary, ...about }: Pick<ContentCommand, "call" | "summary"> & Pick<About, "positionals" | "terminal">,
  options: Options,
  work: Work<Options & typeof yes>,
): ContentCommand {
  const usage = `npm run content -- ${call}`;
  return { call, summary, ...command({ ...about, usage, explains: explainContent }, { ...options, ...yes }, work) };
}

const yes = { yes: { type: "boolean", default: false } } as const;
