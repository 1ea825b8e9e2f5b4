import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const folder = join(root, ".github/workflows");
const requireOfCdk = createRequire(join(root, "node_modules/aws-cdk-lib/package.json"));
const { parse } = z.object({ parse: z.custom<(text: string) => unknown>() }).parse(requireOfCdk("yaml"));

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax (25 November 2026) */
const Step = z
  .strictObject({
    name: z.string(),
    if: z.string(),
    uses: z.string(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    run: z.string(),
    env: z.record(z.string(), z.string()),
  })
  .partial()
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), "A step either uses an action or runs");
const Workflow = z.strictObject({
  name: z.string(),
  on: z.partialRecord(z.enum(["push", "pull_request", "workflow_dispatch"]), z.unknown()),
  permissions: z.record(z.string(), z.enum(["read", "write", "none"])),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }),
  env: z.record(z.string(), z.string()).optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      "runs-on": z.string(),
      "timeout-minutes": z.number(),
      container: z.string().optional(),
      environment: z.string().optional(),
      steps: z.array(Step).min(1),
    }),
  ),
});

const read = (file: string) => Workflow.parse(parse(readFileSync(join(folder, file), "utf8")));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const files = readdirSync(folder);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

test("the workflows are stage.yml and test.yml", () => {
  expect(files.toSorted()).toEqual(["stage.yml", "test.yml"]);
});

describe.each(files)("the workflow %s", (file) => {
  test("has only known fields of a GitHub workflow", () => {
    expect(() => read(file)).not.toThrow();
  });

  test("runs only scripts that exist", () => {
    const named = stepsOf(file).flatMap(({ run = "" }) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("pins each action by its commit", () => {
    const used = stepsOf(file).flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test("has no GitHub expression in a command", () => {
    expect(stepsOf(file).filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});

describe("the throw-away stage", () => {
  const steps = stepsOf("stage.yml");

  test("is started manually only, in the environment stage-test", () => {
    expect(Object.keys(read("stage.yml").on)).toEqual(["workflow_dispatch"]);
    expect(Object.values(read("stage.yml").jobs).map(({ environment }) => environment)).toEqual(["stage-test"]);
  });

  test("is deleted last, even after a failure", () => {
    const last = steps.at(-1);
    expect([last?.if, last?.run]).toEqual(["always()", 'npm run throw-away -- delete --stage "$STAGE"']);
  });

  test("is created, deployed, tested and deleted under one name", () => {
    const commands = steps.flatMap(({ run = "" }) => (run.includes("--stage") ? [run] : []));
    expect(commands).toHaveLength(4);
    expect(commands.filter((run) => !run.includes('--stage "$STAGE"'))).toEqual([]);
    expect(read("stage.yml").env?.["STAGE"]).toMatch(/^run-\$\{\{ github\.run_id \}\}$/);
  });

  test("uses a token for its AWS role instead of an access key", () => {
    expect(read("stage.yml").permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(readFileSync(join(folder, "stage.yml"), "utf8")).not.toMatch(/aws-access-key|AWS_ACCESS_KEY/);
  });
});
