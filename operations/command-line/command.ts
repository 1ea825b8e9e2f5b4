import { type ParseArgsConfig, parseArgs } from "node:util";
import { explain } from "./explain.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

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
export class WrongCall extends Error {}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** A call as it was understood. */
export type Call<Given extends Options> = {
  positionals: readonly string[];
  values: ReturnType<typeof parseArgs<{ options: Given; allowPositionals: true }>>["values"];
};

/** How a command goes about what it was asked; it answers with the exit code. */
export type Work<Given extends Options> = (call: Call<Given>, terminal: Terminal) => Promise<number>;

export type About = {
  usage: string;
  /** How many arguments it takes at most; any number unless told. */
  positionals?: number;
  /** What went wrong, in a sentence; null for a fault of the program itself. */
  explains?: (error: unknown) => string | null;
  /** Somebody to talk to; the terminal in which it was started unless told. @param agrees as `--yes` says */
  terminal?: (agrees: boolean) => Terminal;
};

/**
 * Makes a command of its options and its work. Whatever goes wrong is said in a sentence, without a stack; what no sentence
 * explains is thrown. An option `yes` agrees to whatever is asked.
 */
export function command<const Given extends Options>(about: About, options: Given, work: Work<Given>): Command {
  const { usage, explains = explain, terminal = openTerminal } = about;
  return {
    usage,
    run: async (args) => {
      const somebody = terminal(args.includes("--yes"));
      try {
        return await work(parse(args, options, about.positionals), somebody);
      } catch (error) {
        if (error instanceof WrongCall) {
          somebody.complain(`${error.message}${error.message && "\n"}Usage: ${usage}`);
          return 2;
        }
        const sentence = explains(error);
        if (sentence === null) throw error;
        somebody.complain(sentence);
        return 1;
      }
    },
  };
}

function parse<const Given extends Options>(args: readonly string[], options: Given, most = Number.POSITIVE_INFINITY) {
  const { positionals, values } = parsed(args, options);
  const stray = positionals[most];
  if (stray === undefined) return { positionals, values };
  throw new WrongCall(`"${stray}" is one argument too many: put quotes around texts with spaces.`);
}

function parsed<const Given extends Options>(args: readonly string[], options: Given): Call<Given> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) {
      throw new WrongCall(error.message);
    }
    throw error;
  }
}
