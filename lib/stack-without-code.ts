import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod";
import type { StageConfig } from "./config.ts";
import { stackNameOf } from "./names.ts";
import { ParlanceStack } from "./stack.ts";
import { readStage } from "./stages.ts";

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * Creates the stack of a stage without bundling the handlers, because bundling is slow.
 * @param validated true to let CDK validate the template, which is slow
 * @throws StageError from the default of `config`
 */
export function createStackWithoutCode(stage: string, config: StageConfig = readStage(stage), validated = false) {
  const cdkJson = readFileSync(join(import.meta.dirname, "../cdk.json"), "utf8");
  const { context } = CdkJson.parse(JSON.parse(cdkJson));
  const app = new App({
    context: { ...context, "aws:cdk:enable-path-metadata": true, "aws:cdk:bundling-stacks": [] },
    builtinCloudFormationValidation: validated,
  });
  return { app, stack: new ParlanceStack(app, stackNameOf(stage), { stage, config }) };
}
