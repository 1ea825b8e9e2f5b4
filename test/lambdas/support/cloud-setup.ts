import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Grants } from "../../../fakes/iam/access-checker.ts";
import { redirectLog } from "../../../lambdas/runtime/log.ts";
import { startCloud } from "../../../local/cloud.ts";
import { loadTemplateFacts, type TemplateFacts } from "../../support/template-facts.ts";
import { addReport, readReports } from "./access-reports.ts";
import { checkGrants } from "./check-grants.ts";

export type TestCloud = {
  webUrl: string;
  apiUrl: string;
  dynamodbUrl: string;
  directory: string;
  logFile: string;
  template: TemplateFacts;
};

declare module "vitest" {
  interface ProvidedContext {
    cloud: TestCloud;
  }
}

/** Without `grants`, no permission is checked. */
export async function startTestCloud(template: TemplateFacts, grants?: Grants) {
  const directory = mkdtempSync(join(tmpdir(), "parlance-lambdas-"));
  const logFile = join(directory, "handlers.log");
  writeFileSync(logFile, "");
  redirectLog((_level, line) => appendFileSync(logFile, `${line}\n`));
  const { webUrl, apiUrl, dynamodbUrl, access, close } = await startCloud({
    directory,
    firstPort: 0,
    hot: false,
    grants,
  });
  const cloud: TestCloud = { webUrl, apiUrl, dynamodbUrl, directory, logFile, template };
  return { cloud, access, close };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await loadTemplateFacts();
  const { cloud, access, close } = await startTestCloud(template, template.grants);
  const { directory } = cloud;
  project.provide("cloud", cloud);
  return async () => {
    await close();
    addReport(access, directory);
    const report = readReports(directory);
    rmSync(directory, { recursive: true, force: true });
    await checkGrants(template.grants, report, project);
  };
}
