import { readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./sample-pack.ts";

/** A call of a program: its arguments, and what it was given. */
export type Call = { program: string; args: string[]; input: Buffer };

const rate = 22_050;

/** Half a second, mono and of 16 bits, whose header does not know its length, as from a program that writes to a pipe. */
function waveFile(level: number): Buffer {
  const wave = Buffer.alloc(44 + rate);
  wave.write("RIFF", 0, "latin1");
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt16LE(16, 34);
  for (let at = 0; at < rate / 2; at += 1) wave.writeInt16LE(Math.round(level * Math.sin(at / 10)), 44 + at * 2);
  return wave;
}

/** Notes a call in a line, and what it was given in a file. */
const note = (program: string) => `#!/bin/sh
cd "$(dirname "$0")"
cat > "input-$$"
echo "${program} input-$$ $*" >> calls
`;

/** Says a tone for every text but "…", of which nothing is heard. */
const synthesiser = `${note("espeak-ng")}
if [ "$(cat "input-$$")" = "…" ]; then cat silence.wav; else cat tone.wav; fi
`;

/** Writes a recording that decodes, whatever it is given. */
const encoder = `${note("lame")}
for last; do :; done
cp tone.mp3 "$last"
`;

/**
 * Puts a synthesiser and an encoder before all programs until the test is over.
 * @returns gives their calls so far.
 */
export async function withFakePrograms(): Promise<() => Call[]> {
  const directory = await temporaryDirectory();
  const within = (name: string) => path.join(directory, name);
  await writeFile(within("calls"), "");
  await writeFile(within("tone.wav"), waveFile(8_000));
  await writeFile(within("silence.wav"), waveFile(0));
  await writeFile(within("tone.mp3"), readFileSync(path.join(import.meta.dirname, "fixtures", "tone.mp3")));
  await writeFile(within("espeak-ng"), synthesiser);
  await writeFile(within("lame"), encoder);
  for (const program of ["espeak-ng", "lame"]) await chmod(within(program), 0o755);
  const before = process.env["PATH"];
  process.env["PATH"] = `${directory}:${before}`;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
  return () => {
    const lines = readFileSync(within("calls"), "utf8").split("\n").filter(Boolean);
    return lines.map((line) => {
      const [program = "", input = "", ...args] = line.split(" ");
      return { program, args, input: readFileSync(within(input)) };
    });
  };
}
