import { type ParseArgsConfig, parseArgs } from "node:util";
import { explainError } from "./explain-error.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** Something that is asked for at a terminal. */
export type Command = {
  /** How it is called, e.g. "npm run redrive -- --stage NAME". */
  usage: string;
  /**
   * @returns the exit code: 0, 1 for what went wrong, 2 for a wrong call
   * @throws whatever is a fault of the program itself
   */
  run: (args: readonly string[]) => Promise<number>;
};

/** Thrown for a call that cannot be understood; without a message, how to call it says all. */
export class UsageError extends Error {}

type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

/** A call as it was understood. */
export type ParsedArguments<Given extends CommandOptions> = {
  positionals: readonly string[];
  values: ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>["values"];
};

/** How a command goes about what it was asked; it answers with the exit code. */
export type CommandAction<Given extends CommandOptions> = (
  call: ParsedArguments<Given>,
  terminal: Terminal,
) => Promise<number>;

export type CommandInfo = {
  usage: string;
  /** How many arguments it takes at most; any number unless told. */
  positionals?: number;
  /** What went wrong, in a sentence; null for a fault of the program itself. */
  explain?: (error: unknown) => string | null;
  /** Somebody to talk to; the terminal in which it was started unless told. @param agrees as `--yes` says */
  terminal?: (agrees: boolean) => Terminal;
};

/**
 * Makes a command of its options and its work. Whatever goes wrong is said in a sentence, without a stack; what no sentence
 * explains is thrown. An option `yes` agrees to whatever is asked.
 */
export function createCommand<const Given extends CommandOptions>(
  about: CommandInfo,
  options: Given,
  work: CommandAction<Given>,
): Command {
  const { usage, explain = explainError, terminal = createTerminal } = about;
  return {
    usage,
    run: async (args) => {
      const somebody = terminal(args.includes("--yes"));
      try {
        return await work(parseArguments(args, options, about.positionals), somebody);
      } catch (error) {
        if (error instanceof UsageError) {
          somebody.printError(`${error.message}${error.message && "\n"}Usage: ${usage}`);
          return 2;
        }
        const sentence = explain(error);
        if (sentence === null) throw error;
        somebody.printError(sentence);
        return 1;
      }
    },
  };
}

function parseArguments<const Given extends CommandOptions>(
  args: readonly string[],
  options: Given,
  most = Number.POSITIVE_INFINITY,
) {
  const { positionals, values } = parseAllArguments(args, options);
  const stray = positionals[most];
  if (stray === undefined) return { positionals, values };
  throw new UsageError(`"${stray}" is one argument too many: put quotes around texts with spaces.`);
}

function parseAllArguments<const Given extends CommandOptions>(
  args: readonly string[],
  options: Given,
): ParsedArguments<Given> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}
