import { join } from "node:path";
import * as z from "zod/mini";
import type { Grants } from "../../local/iam/access.ts";
import { runProgram } from "./run-program.ts";

const root = join(import.meta.dirname, "..", "..");
const PrintedGrants = z.record(z.string(), z.array(z.object({ action: z.string(), resource: z.string() })));

/**
 * What the handlers of the local cloud are granted by the template that the product is deployed with. The template is
 * made in a process of its own: what the CDK and its tests load changes how the handlers word refusals.
 */
export async function templateGrants(): Promise<Grants> {
  const program = ["--disable-warning=ExperimentalWarning", "test/support/print-template-grants.ts"];
  const { code, stdout, stderr } = await runProgram(program, { cwd: root, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`The template could not be made:\n${stderr}`);
  return PrintedGrants.parse(JSON.parse(stdout));
}
