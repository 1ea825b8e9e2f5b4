import { readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createTemporaryDirectory } from "./sample-pack.ts";

/** A call of a program: its arguments, and what it was given. */
export type Call = { args: string[]; input: string };

/** What a program does once it has read what it is given: write a file to its standard output, or complain and end. */
export type ProgramBehaviour = { writes: Buffer } | { complains: string; code: number };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Looks for programs in one directory alone until the test is over. */
export function limitPathTo(directory: string): void {
  const before = process.env["PATH"];
  process.env["PATH"] = directory;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
}

/**
 * Has a program do something else until the test is over.
 * @returns gives its calls so far
 */
export async function withFakeProgram(program: string, deed: ProgramBehaviour): Promise<() => Call[]> {
  const directory = await createTemporaryDirectory();
  const within = (name: string) => path.join(directory, name);
  await writeFile(within("calls"), "");
  if ("writes" in deed) await writeFile(within("output"), deed.writes);
  const does = "writes" in deed ? "cat output" : `echo ${quoted(deed.complains)} >&2; exit ${deed.code}`;
  // An argument a line, and an empty one at the end of each call.
  const noted = `input=input-$$; cat > $input; printf '%s\\n' $input "$@" '' >> calls`;
  await writeFile(within(program), `#!/bin/sh\ncd ${quoted(directory)}\n${noted}\n${does}\n`);
  await chmod(within(program), 0o755);
  limitPathTo(`${directory}:${process.env["PATH"]}`);
  return () => {
    const calls = readFileSync(within("calls"), "utf8").split("\n\n").filter(Boolean);
    return calls.map((call) => {
      const [input = "", ...args] = call.split("\n");
      return { args, input: readFileSync(within(input), "utf8") };
    });
  };
}
