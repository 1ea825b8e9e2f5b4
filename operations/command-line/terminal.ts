import { createInterface } from "node:readline/promises";
import { escapeUnprintableLines } from "../../domain/escape-unprintable.ts";

export type Terminal = {
  print: (line: string) => void;
  printError: (line: string) => void;
  /** With `--yes`, the answer is yes. Otherwise, without a terminal, the answer is no. */
  confirm: (question: string) => Promise<boolean>;
  showProgress: (what: string, done: number, total: number) => void;
};

const barWidth = 24;
const stepPercent = 10;

const drawProgressBar = (share: number) => "█".repeat(Math.round(share * barWidth)).padEnd(barWidth, "░");

function createProgressDisplay(output: NodeJS.WriteStream): Terminal["showProgress"] {
  let shownPercent = 0;
  return (what, done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (output.isTTY) {
      output.write(`\r${drawProgressBar(done / total)} ${what} ${done} of ${total}${done === total ? "\n" : ""}`);
      return;
    }
    if (percent < shownPercent) shownPercent = 0;
    if (percent < shownPercent + stepPercent && done < total) return;
    shownPercent = percent;
    output.write(`${what} ${done} of ${total}\n`);
  };
}

/** Escapes unprintable characters in lines and questions, because names and texts may come from strangers. */
export function createTerminal(agrees = false): Terminal {
  return {
    print: (line) => void process.stdout.write(`${escapeUnprintableLines(line)}\n`),
    printError: (line) => void process.stderr.write(`${escapeUnprintableLines(line)}\n`),
    confirm: async (asked) => {
      const question = escapeUnprintableLines(asked);
      if (agrees) return true;
      if (!process.stdin.isTTY) {
        process.stderr.write(`${question} Nobody can answer here: repeat the command with --yes to agree.\n`);
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
