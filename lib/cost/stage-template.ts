import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { ParlanceStack } from "../stack.ts";
import { readStage } from "../stages.ts";

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The template of the production stage made for so many learners, without its handlers' code. */
export function stageTemplate(learners: number): unknown {
  const cdkJson = readFileSync(join(import.meta.dirname, "../../cdk.json"), "utf8");
  const { context } = CdkJson.parse(JSON.parse(cdkJson));
  const app = new App({ context: { ...context, "aws:cdk:bundling-stacks": [] } });
  const config = { ...readStage("prod"), learners };
  return Template.fromStack(new ParlanceStack(app, "parlance-prod", { stage: "prod", config })).toJSON();
}
