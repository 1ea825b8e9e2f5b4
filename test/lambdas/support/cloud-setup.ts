import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { directLog } from "../../../lambdas/runtime/log.ts";
import { startCloud } from "../../../local/cloud.ts";
import { type TemplateFacts, templateFacts } from "../../support/template-facts.ts";
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
  /** What the template grants to each handler and counts of its log, for tests that start another cloud. */
  template: TemplateFacts;
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
  const template = await templateFacts();
  const { webUrl, apiUrl, dynamodbUrl, access, close } = await startCloud({
    directory,
    firstPort: 0,
    hot: false,
    grants: template.grants,
  });
  project.provide("cloud", { webUrl, apiUrl, dynamodbUrl, directory, logFile, template });
  return async () => {
    await close();
    addReport(access, directory);
    const report = readReports(directory);
    rmSync(directory, { recursive: true, force: true });
    await judgeGrants(template.grants, report, project);
  };
}
