import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { templateVariable } from "../runner/shared-work.mjs";
import { runProgram } from "./run-program.ts";

const root = join(import.meta.dirname, "..", "..");

const TemplateFacts = z.object({
  /** What the handlers of the local cloud are granted. */
  grants: z.record(z.string(), z.array(z.object({ action: z.string(), resource: z.string() }))),
  /** The patterns by which metrics are counted from a handler's log, by handler and metric. */
  metricFilters: z.record(z.string(), z.record(z.string(), z.string())),
});
export type TemplateFacts = z.output<typeof TemplateFacts>;

const parse = (printed: string): TemplateFacts => TemplateFacts.parse(JSON.parse(printed));

/** Whole or not at all: another part of the run may read it at any moment. */
function writeAtomically(file: string, text: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
}

/**
 * What the tests of handlers need of the template that the product is deployed with. The template is made in a process of
 * its own: what the CDK and its tests load changes how the handlers word refusals. Where the parts of a run share their
 * work, the first of them makes it for all.
 */
export async function loadTemplateFacts(): Promise<TemplateFacts> {
  const sharedFile = process.env[templateVariable];
  if (sharedFile !== undefined && existsSync(sharedFile)) return parse(readFileSync(sharedFile, "utf8"));
  const program = ["--disable-warning=ExperimentalWarning", "test/lib/support/print-template-facts.ts"];
  const { code, stdout, stderr } = await runProgram(program, { cwd: root, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`The template could not be made:\n${stderr}`);
  if (sharedFile !== undefined) writeAtomically(sharedFile, stdout);
  return parse(stdout);
}
