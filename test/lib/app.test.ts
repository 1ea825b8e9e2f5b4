import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { root } from "./support/synthesise.ts";

/** Runs the app as `cdk synth` does, without bundles of the handlers. */
function synth(context: Record<string, unknown>) {
  const directory = mkdtempSync(join(tmpdir(), "parlance-synth-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const CDK_CONTEXT_JSON = JSON.stringify({ "aws:cdk:bundling-stacks": [], ...context });
  const env = { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON };
  const { status, stderr } = spawnSync(process.execPath, ["bin/app.ts"], { cwd: root, env, encoding: "utf8" });
  const templates = readdirSync(directory).filter((name) => name.endsWith(".template.json"));
  const made = templates.map((name) => Template.parse(JSON.parse(readFileSync(join(directory, name), "utf8"))));
  return { status, stderr, templates, resources: made.flatMap(({ Resources }) => Object.values(Resources)) };
}

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

test("bin/app.ts synthesises the named stage, and tags its queues with the app and the stage", () => {
  const { status, templates, resources } = synth({ stage: "prod" });
  expect({ status, templates }).toEqual({ status: 0, templates: ["parlance-prod.template.json"] });
  const queues = resources.filter(({ Type }) => Type === "AWS::SQS::Queue");
  expect(queues.length).toBeGreaterThan(0);
  for (const { Properties } of queues) {
    const Tags = expect.arrayContaining([
      { Key: "app", Value: "parlance" },
      { Key: "stage", Value: "prod" },
    ]);
    expect(Properties).toMatchObject({ Tags });
  }
});

test("bin/app.ts synthesises the development stage by default", () => {
  expect(synth({})).toMatchObject({ status: 0, templates: ["parlance-dev.template.json"] });
});

test("bin/app.ts refuses an unknown stage", () => {
  const { status, stderr, templates } = synth({ stage: "production" });
  expect({ status, templates }).toEqual({ status: 1, templates: [] });
  expect(stderr).toMatch(/^There is no stage "production": choose one of dev, prod, or add [^\n]*\n$/);
});
