import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { AccessChecker, AccessReport } from "../../../fakes/iam/access-checker.ts";

const Report = z.object({ used: z.array(z.string()), refused: z.array(z.string()) });
const fileIn = (directory: string) => join(directory, "access-reports.jsonl");

export function addReport(access: AccessChecker | null, directory: string): void {
  if (access) appendFileSync(fileIn(directory), `${JSON.stringify(access.report())}\n`);
}

export function readReports(directory: string): AccessReport {
  const lines = existsSync(fileIn(directory)) ? readFileSync(fileIn(directory), "utf8").trim().split("\n") : [];
  const reports = lines.map((line) => Report.parse(JSON.parse(line)));
  return { used: reports.flatMap(({ used }) => used), refused: reports.flatMap(({ refused }) => refused) };
}
