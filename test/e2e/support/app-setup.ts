import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { expectNothingRefused, startChildApp } from "../../support/child-app.ts";
import { freePorts } from "../../support/free-port.ts";
import { loadTemplateFacts } from "../../support/template-facts.ts";

declare module "vitest" {
  interface ProvidedContext {
    appUrl: string;
    /** The file with the template's grants, for clouds that tests start themselves. */
    grantsFile: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-browser-"));
  const grantsFile = join(directory, "grants.json");
  writeFileSync(grantsFile, JSON.stringify((await loadTemplateFacts()).grants));
  const app = await startChildApp({ directory, port: await freePorts(6), grantsFile });
  project.provide("appUrl", app.url);
  project.provide("grantsFile", grantsFile);
  return async () => {
    await app.end("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
    expectNothingRefused(app);
  };
}
