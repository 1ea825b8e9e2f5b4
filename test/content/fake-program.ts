import { readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createTemporaryDirectory } from "./sample-pack.ts";

export type Call = { args: string[]; input: string };

export type ProgramBehaviour = { writes: Buffer } | { complains: string; code: number };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function limitPathTo(directory: string): void {
  const before = process.env["PATH"];
  process.env["PATH"] = directory;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
}

export async function withFakeProgram(program: string, deed: ProgramBehaviour): Promise<() => Call[]> {
  const directory = await createTemporaryDirectory();
  const within = (name: string) => path.join(directory, name);
  await writeFile(within("calls"), "");
  if ("writes" in deed) await writeFile(within("output"), deed.writes);
  const does = "writes" in deed ? "cat output" : `echo ${quoted(deed.complains)} >&2; exit ${deed.code}`;
  // For each call, the file `calls` has a line with the name of the input file, a line for each argument, and an empty
  // line.
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
