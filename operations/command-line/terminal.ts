import { createInterface } from "node:readline/promises";
import { printableLines } from "../../domain/printable.ts";

/** Where a command says what it does, and asks. Names and texts of others are shown as they are written. */
export type Terminal = {
  print: (line: string) => void;
  /** Says what is wrong. */
  complain: (line: string) => void;
  /** Asks for a yes; where nobody can answer it is a no. */
  asks: (question: string) => Promise<boolean>;
  /** Shows how far something is; the same line is written over, and where there is no terminal a line comes now and then. */
  shows: (what: string, done: number, total: number) => void;
};

const barWidth = 24;
/** Without a terminal a line comes each time so many percent more are done. */
const stepPercent = 10;

const bar = (share: number) => "█".repeat(Math.round(share * barWidth)).padEnd(barWidth, "░");

function progress(output: NodeJS.WriteStream): Terminal["shows"] {
  let told = 0;
  return (what, done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (output.isTTY) {
      output.write(`\r${bar(done / total)} ${what} ${done} of ${total}${done === total ? "\n" : ""}`);
      return;
    }
    if (percent < told) told = 0;
    if (percent < told + stepPercent && done < total) return;
    told = percent;
    output.write(`${what} ${done} of ${total}\n`);
  };
}

/** The terminal in which a command was started. @param agrees whether all is answered with yes (`--yes`) */
export function openTerminal(agrees = false): Terminal {
  return {
    print: (line) => void process.stdout.write(`${printableLines(line)}\n`),
    complain: (line) => void process.stderr.write(`${printableLines(line)}\n`),
    asks: async (asked) => {
      const question = printableLines(asked);
      if (agrees) return true;
      if (!process.stdin.isTTY) {
        process.stderr.write(`${question} Nobody is here to answer: repeat it with --yes to agree.\n`);
        return false;
      }
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },
    shows: progress(process.stdout),
  };
}
