import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { toWebConfig, WebConfig } from "../../../domain/http/web-config.ts";
import { redirectLog } from "../../../lambdas/runtime/log.ts";
import { stackNameOf } from "../../../lib/names.ts";
import { readStage } from "../../../lib/stages.ts";
import { startCloud } from "../../../local/cloud.ts";
import { createAwsClients } from "../../../operations/stage/aws.ts";
import { readOutputs } from "../../../operations/stage/stack.ts";
import { type StageUnderTest, stageVariable } from "./stage-under-test.ts";

type StartedStage = { stage: StageUnderTest; close: () => Promise<void> };

async function startLocalStage(): Promise<StartedStage> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-stage-"));
  redirectLog(() => undefined);
  const { webUrl, close } = await startCloud({ directory, firstPort: 0, hot: false });
  const config = WebConfig.parse(await (await fetch(`${webUrl}/config.json`)).json());
  return {
    stage: { name: "local", siteUrl: webUrl, config, payments: "test" },
    close: async () => {
      await close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function findDeployedStage(name: string): Promise<StartedStage> {
  const { region, payments } = readStage(name);
  const outputs = await readOutputs({ aws: createAwsClients(region), stackName: stackNameOf(name) });
  const stage = { name, siteUrl: outputs.SiteUrl, config: toWebConfig(outputs), payments };
  return { stage, close: async () => undefined };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = process.env[stageVariable] || "local";
  const { stage, close } = name === "local" ? await startLocalStage() : await findDeployedStage(name);
  project.provide("stageUnderTest", stage);
  return close;
}
