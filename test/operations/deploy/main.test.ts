import { expect, test } from "vitest";
import { root } from "../../support/child-app.ts";
import { runProgram } from "../../support/run-program.ts";
import { startFakeAws } from "../support/fake-aws.ts";
import { findChanges } from "../support/operator.ts";

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runProgram(["--disable-warning=ExperimentalWarning", "operations/deploy/main.ts", ...args], { cwd: root, env });

test.each([
  ["a deploy without a stage", ["deploy"], 2, /^Usage: npm run deploy -- --stage NAME/],
  ["a deploy with an unknown option", ["deploy", "--stag", "dev"], 2, /Unknown option '--stag'[\s\S]*Usage: /],
  ["a deploy with the option --test-alarm", ["deploy", "--stage", "dev", "--test-alarm"], 2, /^Usage: npm run deploy/],
  ["the doctor with the option --rollback", ["doctor", "--stage", "dev", "--rollback"], 2, /^Usage: npm run deploy/],
  [
    "the doctor for an unknown stage",
    ["doctor", "--stage", "production"],
    1,
    /^There is no stage "production": choose one of dev, prod, /,
  ],
])("%s exits with an explanation", async (_, args, code, sentence) => {
  expect(await run(args)).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(sentence) });
});

test("a deploy refuses the stage dev as committed, and lists the fields to fill in", async () => {
  const { url, calls } = await startFakeAws();
  const env = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "secret",
    STRIPE_API_KEY: "",
  };
  const { code, stdout, stderr } = await run(["deploy", "--stage", "dev"], env);
  expect([code, stderr]).toEqual([1, ""]);
  const problems = stdout.split("\n").filter((line) => line.startsWith("✗ "));
  expect(problems.slice(0, 3)).toEqual([
    expect.stringContaining("stages/dev.json: mail.sender is reserved for examples"),
    expect.stringContaining("stages/dev.json: mail.support is reserved for examples"),
    expect.stringContaining("operator.ts: name is still"),
  ]);
  expect(problems.at(-1)).toContain("STRIPE_API_KEY=sk_test_…");
  expect(calls.length).toBeGreaterThan(5);
  expect(findChanges(calls)).toEqual([]);
});
