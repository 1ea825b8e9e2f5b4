import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { directLog } from "../../../lambdas/log.ts";
import { startCloud } from "../../../local/cloud.ts";

export type TestCloud = {
  webUrl: string;
  apiUrl: string;
  dynamodbUrl: string;
  /** Where the cloud keeps its state. */
  directory: string;
  /** The lines that handlers have logged. */
  logFile: string;
};

declare module "vitest" {
  interface ProvidedContext {
    cloud: TestCloud;
  }
}

/** One local cloud for all tests of the handlers; each of them signs up learners of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-lambdas-"));
  const logFile = join(directory, "handlers.log");
  directLog((_level, line) => appendFileSync(logFile, `${line}\n`));
  const { webUrl, apiUrl, close } = await startCloud({ directory, firstPort: 0, hot: false });
  const dynamodbUrl = process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "";
  project.provide("cloud", { webUrl, apiUrl, dynamodbUrl, directory, logFile });
  return async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  };
}
