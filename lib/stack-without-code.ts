import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import * as z from "zod";
import type { StageConfig } from "./config.ts";
import { ParlanceStack } from "./stack.ts";
import { readStage } from "./stages.ts";

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * The stack of a stage as `cdk synth` makes it, with its feature flags and paths, but without bundling the handlers' code,
 * which takes by far the most time.
 * @param config the stage's own by default
 * @param validated whether CDK validates the template when it is made, as `cdk synth` has it do: it takes longer than all else
 * @throws StageError if there is no such stage
 */
export function createStackWithoutCode(stage: string, config: StageConfig = readStage(stage), validated = false) {
  const cdkJson = readFileSync(join(import.meta.dirname, "../cdk.json"), "utf8");
  const { context } = CdkJson.parse(JSON.parse(cdkJson));
  const app = new App({
    context: { ...context, "aws:cdk:enable-path-metadata": true, "aws:cdk:bundling-stacks": [] },
    builtinCloudFormationValidation: validated,
  });
  return { app, stack: new ParlanceStack(app, `parlance-${stage}`, { stage, config }) };
}
