import path from "node:path";
import type * as z from "zod/mini";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { findTextFault } from "../authoring/text-faults.ts";
import { maxAuthoredBytes, readAuthoredJson } from "../files/json-file.ts";
import { listFolder } from "../files/list-files.ts";
import { readRegularFile } from "../files/regular-file.ts";

const mebibyte = 1024 * 1024;
export const maxAudioFileBytes = 10 * mebibyte;

/** The path "." is the pack itself. */
export type Problem = { path: string; problem: string };

export function describeProblem({ path: place, problem }: Problem): string {
  return escapeUnprintable(`${place}: ${problem}`);
}

export type PackReader = {
  /** Size in bytes by path. */
  files: ReadonlyMap<string, number>;
  problems: Problem[];
  advice: Problem[];
  report: (path: string, problem: string) => void;
  advise: (path: string, problem: string) => void;
  hasProblem: (path: string) => boolean;
  /** Returns false if there is no such regular file. */
  expectFile: (path: string) => boolean;
  unexpectedFiles: () => string[];
  /** Reports problems of a metadata file. Returns undefined if the file has no valid data. */
  readJson: <Schema extends z.ZodMiniType>(path: string, schema: Schema) => Promise<z.infer<Schema> | undefined>;
  readBytes: (path: string) => Promise<Uint8Array>;
};

export async function openPack(directory: string): Promise<PackReader> {
  const { files, folders, skipped } = await listFolder(directory);
  const problems: Problem[] = [];
  const advice: Problem[] = [];
  const expected = new Set<string>();
  const report: PackReader["report"] = (name, problem) => problems.push({ path: name, problem });
  const readBytes: PackReader["readBytes"] = (name) =>
    readRegularFile(path.join(directory, name), { most: maxAudioFileBytes });
  for (const [name, problem] of skipped) report(name, problem);
  const expect: PackReader["expectFile"] = (name) => {
    expected.add(name);
    if (folders.has(name)) report(name, "is a directory, not a file");
    else if (!files.has(name) && !skipped.has(name)) report(name, "is missing");
    return files.has(name);
  };
  return {
    files,
    problems,
    advice,
    report,
    advise: (name, problem) => advice.push({ path: name, problem }),
    hasProblem: (name) => problems.some(({ path: one }) => one === name),
    expectFile: expect,
    readBytes,
    unexpectedFiles: () => [...files.keys()].filter((name) => !expected.has(name)),
    async readJson(name, schema) {
      if (!expect(name)) return;
      if ((files.get(name) ?? 0) > maxAuthoredBytes) {
        report(name, `is larger than ${maxAuthoredBytes / mebibyte} MB`);
        return;
      }
      const read = await readAuthoredJson(path.join(directory, name), schema);
      if ("fault" in read) return void report(name, read.fault);
      for (const fault of findTextFaults(read.data)) report(name, fault);
      return read.data;
    },
  };
}

function findTextFaults(value: unknown, place: readonly string[] = []): string[] {
  if (typeof value === "string") {
    const fault = findTextFault(value);
    return fault ? [`${place.join(".")} ${fault}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findTextFaults(inner, [...place, key]));
}
