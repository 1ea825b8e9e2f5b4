import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { directLog } from "../../../lambdas/runtime/log.ts";
import { startCloud } from "../../../local/cloud.ts";
import type { Grants } from "../../../local/iam/access.ts";
import { templateGrants } from "../../support/template-grants.ts";
import { addReport, readReports } from "./access-reports.ts";
import { judgeGrants } from "./judge-grants.ts";

export type TestCloud = {
  webUrl: string;
  apiUrl: string;
  dynamodbUrl: string;
  /** Where the cloud keeps its state. */
  directory: string;
  /** The lines that handlers have logged. */
  logFile: string;
  /** What the template grants to each handler, for tests that start another cloud. */
  grants: Grants;
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
  const grants = await templateGrants();
  const { webUrl, apiUrl, dynamodbUrl, access, close } = await startCloud({
    directory,
    firstPort: 0,
    hot: false,
    grants,
  });
  project.provide("cloud", { webUrl, apiUrl, dynamodbUrl, directory, logFile, grants });
  return async () => {
    await close();
    addReport(access, directory);
    const report = readReports(directory);
    rmSync(directory, { recursive: true, force: true });
    await judgeGrants(grants, report, project);
  };
}
