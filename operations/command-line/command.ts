import { type ParseArgsConfig, parseArgs } from "node:util";
import { explainError } from "./explain-error.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export type Command = {
  usage: string;
  /**
   * @returns the exit code
   * @throws unexpected errors
   */
  run: (args: readonly string[]) => Promise<number>;
};

/** Without a message, only the usage is printed. */
export class UsageError extends Error {}

type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

export type ParsedArguments<Given extends CommandOptions> = {
  positionals: readonly string[];
  values: ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>["values"];
};

/** @returns the exit code */
export type CommandAction<Given extends CommandOptions> = (
  call: ParsedArguments<Given>,
  terminal: Terminal,
) => Promise<number>;

export type CommandInfo = {
  usage: string;
  /** The maximum number of arguments that are not options; unlimited by default. */
  positionals?: number;
  /** Returns a sentence for an expected error, otherwise null. */
  explain?: (error: unknown) => string | null;
  terminal?: (agrees: boolean) => Terminal;
};

export function createCommand<const Given extends CommandOptions>(
  about: CommandInfo,
  options: Given,
  work: CommandAction<Given>,
): Command {
  const { usage, explain = explainError, terminal = createTerminal } = about;
  return {
    usage,
    run: async (args) => {
      const user = terminal(args.includes("--yes"));
      try {
        return await work(parseArguments(args, options, about.positionals), user);
      } catch (error) {
        if (error instanceof UsageError) {
          user.printError(`${error.message}${error.message && "\n"}Usage: ${usage}`);
          return 2;
        }
        const sentence = explain(error);
        if (sentence === null) throw error;
        user.printError(sentence);
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
