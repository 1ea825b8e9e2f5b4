import { type ParseArgsConfig, parseArgs } from "node:util";
import { openTerminal, type Terminal } from "./terminal.ts";

/** A command of `npm run content`. */
export type Command = {
  /** What stands after its name, e.g. "DIR [--voice espeak-ng|polly]". */
  usage: string;
  /** What it is for, as a line. */
  summary: string;
  /** @returns the exit code: 0, 1 for what went wrong, 2 for a wrong call */
  run: (args: readonly string[]) => Promise<number>;
};

/** Thrown for a call that cannot be understood. */
export class WrongCall extends Error {}

/** How a command goes about what it was asked; it answers with the exit code. */
type Work<Options extends NonNullable<ParseArgsConfig["options"]>> = (
  call: { positionals: readonly string[]; values: Values<Options> },
  terminal: Terminal,
) => Promise<number>;

type Values<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

const yes = { yes: { type: "boolean" } } as const;

/**
 * Makes a command of its options and its work. Whatever goes wrong is said in a sentence, without a stack; `--yes` agrees to
 * whatever is asked.
 */
export function command<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  {
    positionals: most = Number.POSITIVE_INFINITY,
    ...about
  }: Pick<Command, "usage" | "summary"> & { /** How many arguments it takes at most. */ positionals?: number },
  options: Options,
  work: Work<Options>,
): Command {
  return {
    ...about,
    run: async (args) => {
      const parsed = parse(args, options);
      if (typeof parsed === "string") return wrongCall(parsed, about.usage);
      const stray = parsed.positionals[most];
      if (stray !== undefined) {
        return wrongCall(`"${stray}" is one argument too many: put quotes around texts with spaces.`, about.usage);
      }
      const terminal = openTerminal(args.includes("--yes"));
      try {
        return await work(parsed, terminal);
      } catch (error) {
        if (error instanceof WrongCall) return wrongCall(error.message, about.usage);
        terminal.complain(sentenceOf(error));
        return 1;
      }
    },
  };
}

function parse<Options extends NonNullable<ParseArgsConfig["options"]>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...yes }, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function wrongCall(message: string, usage: string): number {
  openTerminal().complain(`${message}\nUsage: npm run content -- ${usage}`);
  return 2;
}

const known: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full: make room, and repeat the command; what is done is kept.",
  EACCES: "This may not be read or written:",
  ENOENT: "This is not there:",
  ENOTDIR: "This is no directory:",
  EEXIST: "This is there already:",
  EISDIR: "This is a directory, not a file:",
};

/** What went wrong, in a sentence. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? known[String(error.code)] : undefined;
  const place = "path" in error ? ` ${error.path}` : "";
  return code ? `${code}${code.endsWith(":") ? place : ""}` : error.message;
}
