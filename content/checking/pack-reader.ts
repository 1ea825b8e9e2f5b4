import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";
import { listFiles } from "../files/list-files.ts";

/** A fault of a pack; the path is relative to the pack ("." is the pack itself). */
export type Problem = { path: string; problem: string };

/** Reads a pack and remembers what is wrong and which files have been asked for. */
export type PackReader = {
  /** Size in bytes by path. */
  files: ReadonlyMap<string, number>;
  problems: Problem[];
  /** What would be better otherwise, but keeps nobody from practising. */
  advice: Problem[];
  report: (path: string, problem: string) => void;
  advise: (path: string, problem: string) => void;
  hasProblem: (path: string) => boolean;
  /** Notes that something names this file; false, with a problem, if it is not there. */
  expect: (path: string) => boolean;
  /** The paths that nothing has asked for. */
  unexpected: () => string[];
  /** Reads a metadata file that something names; undefined, with a problem, if it is missing or malformed. */
  readJson: <Schema extends z.ZodMiniType>(path: string, schema: Schema) => Promise<z.infer<Schema> | undefined>;
  readBytes: (path: string) => Promise<Uint8Array>;
};

/** Opens the pack in a directory. */
export async function openPack(directory: string): Promise<PackReader> {
  const files = await listFiles(directory);
  const problems: Problem[] = [];
  const advice: Problem[] = [];
  const expected = new Set<string>();
  const report: PackReader["report"] = (name, problem) => problems.push({ path: name, problem });
  const readBytes: PackReader["readBytes"] = (name) => readFile(path.join(directory, name));
  const expect: PackReader["expect"] = (name) => {
    expected.add(name);
    if (!files.has(name)) report(name, "is missing");
    return files.has(name);
  };
  return {
    files,
    problems,
    advice,
    report,
    advise: (name, problem) => advice.push({ path: name, problem }),
    hasProblem: (name) => problems.some(({ path: one }) => one === name),
    expect,
    readBytes,
    unexpected: () => [...files.keys()].filter((name) => !expected.has(name)),
    async readJson(name, schema) {
      if (!expect(name)) return;
      const read = readJson(await readBytes(name), schema);
      if ("data" in read) return read.data;
      report(name, read.fault);
    },
  };
}
