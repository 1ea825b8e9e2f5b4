import { App, Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { stackNameOf } from "../lib/names.ts";
import { ParlanceStack } from "../lib/stack.ts";
import { readStage, StageError } from "../lib/stages.ts";

function createStack(app: App): void {
  const stage = String(app.node.tryGetContext("stage") ?? "dev");
  const commit = String(app.node.tryGetContext("commit") ?? "unknown");
  const stack = new ParlanceStack(app, stackNameOf(stage), { stage, config: readStage(stage), commit });
  Tags.of(stack).add("app", "parlance");
  Tags.of(stack).add("stage", stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }));
}

try {
  createStack(new App());
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
