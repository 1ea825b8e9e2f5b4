import { App, Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { stageNamed, stages } from "../lib/config.ts";
import { ParlanceStack } from "../lib/stack.ts";

const app = new App();
const stage = stageNamed(app.node.tryGetContext("stage") ?? "dev");
const stack = new ParlanceStack(app, `parlance-${stage}`, { stage, config: stages[stage] });
Tags.of(stack).add("app", "parlance");
Tags.of(stack).add("stage", stage);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }));
