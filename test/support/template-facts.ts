import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { templateVariable } from "../runner/shared-work.mjs";
import { runProgram } from "./run-program.ts";

const root = join(import.meta.dirname, "..", "..");

const TemplateFacts = z.object({
  grants: z.record(z.string(), z.array(z.object({ action: z.string(), resource: z.string() }))),
  /** The patterns that count metrics in a handler's log, by handler and metric. */
  metricFilters: z.record(z.string(), z.record(z.string(), z.string())),
});
export type TemplateFacts = z.output<typeof TemplateFacts>;

const parse = (printed: string): TemplateFacts => TemplateFacts.parse(JSON.parse(printed));

/** Writes the file in one step, because another process of the run may read the file at any time. */
function writeAtomically(file: string, text: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
}

/** In a run of `npm test`, later parts read the facts from a file. */
export async function loadTemplateFacts(): Promise<TemplateFacts> {
  const sharedFile = process.env[templateVariable];
  if (sharedFile !== undefined && existsSync(sharedFile)) return parse(readFileSync(sharedFile, "utf8"));
  const program = ["--disable-warning=ExperimentalWarning", "test/lib/support/print-template-facts.ts"];
  const { code, stdout, stderr } = await runProgram(program, { cwd: root, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`The template could not be made:\n${stderr}`);
  if (sharedFile !== undefined) writeAtomically(sharedFile, stdout);
  return parse(stdout);
}
