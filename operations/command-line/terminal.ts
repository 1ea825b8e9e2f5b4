import { createInterface } from "node:readline/promises";
import { escapeUnprintableLines } from "../../domain/escape-unprintable.ts";

/** Where a command says what it does, and asks. Names and texts of others are shown as they are written. */
export type Terminal = {
  print: (line: string) => void;
  /** Says what is wrong. */
  printError: (line: string) => void;
  /** Asks for a yes; where nobody can answer it is a no. */
  confirm: (question: string) => Promise<boolean>;
  /** Shows how far something is; the same line is written over, and where there is no terminal a line comes now and then. */
  showProgress: (what: string, done: number, total: number) => void;
};

const barWidth = 24;
/** Without a terminal a line comes each time so many percent more are done. */
const stepPercent = 10;

const drawProgressBar = (share: number) => "█".repeat(Math.round(share * barWidth)).padEnd(barWidth, "░");

function createProgressDisplay(output: NodeJS.WriteStream): Terminal["showProgress"] {
  let told = 0;
  return (what, done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (output.isTTY) {
      output.write(`\r${drawProgressBar(done / total)} ${what} ${done} of ${total}${done === total ? "\n" : ""}`);
      return;
    }
    if (percent < told) told = 0;
    if (percent < told + stepPercent && done < total) return;
    told = percent;
    output.write(`${what} ${done} of ${total}\n`);
  };
}

/** The terminal in which a command was started. @param agrees whether all is answered with yes (`--yes`) */
export function createTerminal(agrees = false): Terminal {
  return {
    print: (line) => void process.stdout.write(`${escapeUnprintableLines(line)}\n`),
    printError: (line) => void process.stderr.write(`${escapeUnprintableLines(line)}\n`),
    confirm: async (asked) => {
      const question = escapeUnprintableLines(asked);
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
    showProgress: createProgressDisplay(process.stdout),
  };
}
