import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Grants } from "../../local/iam/access.ts";
import { grantsVariable } from "../runner/shared-work.mjs";
import { runProgram } from "./run-program.ts";

const root = join(import.meta.dirname, "..", "..");
const PrintedGrants = z.record(z.string(), z.array(z.object({ action: z.string(), resource: z.string() })));
const parse = (printed: string): Grants => PrintedGrants.parse(JSON.parse(printed));

/**
 * What the handlers of the local cloud are granted by the template that the product is deployed with. The template is
 * made in a process of its own: what the CDK and its tests load changes how the handlers word refusals. Where the parts of
 * a run share their work, the first of them makes it for all.
 */
export async function templateGrants(): Promise<Grants> {
  const sharedFile = process.env[grantsVariable];
  if (sharedFile !== undefined && existsSync(sharedFile)) return parse(readFileSync(sharedFile, "utf8"));
  const program = ["--disable-warning=ExperimentalWarning", "test/support/print-template-grants.ts"];
  const { code, stdout, stderr } = await runProgram(program, { cwd: root, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`The template could not be made:\n${stderr}`);
  if (sharedFile !== undefined) writeFileSync(sharedFile, stdout);
  return parse(stdout);
}
