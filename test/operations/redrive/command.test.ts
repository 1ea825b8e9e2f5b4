import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { regionAndAccount, startFakeSqsAndLambda } from "../../lib/fake-sqs-and-lambda.ts";
import { root } from "../../lib/support/synthesise.ts";

const queueName = "parlance-prod-EventsQueue-1";
const functionName = "parlance-prod-Handler";
const functionArn = `arn:aws:lambda:${regionAndAccount}:function:${functionName}`;
const tags = { app: "parlance", stage: "prod", "dead-letters-of": "realtime/push-changes" };

async function command(environment: NodeJS.ProcessEnv = {}) {
  const fake = await startFakeSqsAndLambda();
  fake.addFunction("parlance-prod", functionName);
  fake.addQueue("parlance-prod", queueName, tags);
  fake.put(queueName, JSON.stringify({ id: "e-1" }), { TARGET_ARN: functionArn });
  const env = {
    PATH: process.env["PATH"],
    // The region of the stage's file has precedence over this region.
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL: fake.url,
    // Ignores the AWS settings of the developer's machine.
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EC2_METADATA_DISABLED: "true",
    ...environment,
  };
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [join(root, "operations/redrive/main.ts"), ...given], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  return { ...fake, run };
}

test("npm run redrive counts and redrives the messages, and finds none when it is repeated", async () => {
  const { run, calls, idsIn, regions } = await command();
  const sent = ["realtime/push-changes  1 waiting", "realtime/push-changes: 1 sent again, 0 left", ""].join("\n");
  expect(await run("--stage", "prod")).toEqual({ code: 0, stdout: sent, stderr: "" });
  expect(calls).toEqual([{ functionName: functionArn, event: { id: "e-1" }, type: "Event" }]);
  expect(idsIn(queueName)).toEqual([]);
  expect([...regions]).toEqual(["ap-southeast-2"]);
  const again = await run("--stage", "prod", "realtime/push-changes");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 sent again, 0 left") });
});

test("npm run redrive --list counts the messages and does not redrive them", async () => {
  const { run, calls, idsIn } = await command();
  const listed = { code: 0, stdout: "realtime/push-changes  1 waiting\n", stderr: "" };
  expect(await run("--stage", "prod", "--list")).toEqual(listed);
  expect([calls, idsIn(queueName).length]).toEqual([[], 1]);
});

test("npm run redrive reports a remaining message, and exits with 1", async () => {
  const { run, put } = await command();
  put(queueName, "hello");
  expect(await run("--stage", "prod")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("1 sent again, 1 left"),
    stderr: expect.stringMatching(/^realtime\/push-changes: the message \S+ stays\. It contains no event/),
  });
});

test.each([
  ["no stage", [], {}, 2, /^Usage: npm run redrive -- --stage NAME/],
  ["an unknown stage", ["--stage", "test"], {}, 1, /^There is no stage "test": choose one of dev, prod, or add/],
  ["a stage without queues", ["--stage", "dev"], {}, 1, /the stage "dev" in ap-southeast-2: deploy it first/],
  [
    "a handler without a dead-letter queue",
    ["--stage", "prod", "api/x"],
    {},
    1,
    /Choose one of: realtime\/push-changes/,
  ],
  [
    "no credentials",
    ["--stage", "prod"],
    { AWS_ACCESS_KEY_ID: undefined },
    1,
    /^No AWS credentials were found: log in/,
  ],
  [
    "a failed network",
    ["--stage", "prod"],
    { AWS_ENDPOINT_URL: "http://127.0.0.1:9" },
    1,
    /^The network failed: .*ECONNREFUSED/,
  ],
])("npm run redrive fails with a message of one line: %s", async (_what, given, environment, expected, said) => {
  const { run, actions } = await command(environment);
  const { code, stderr } = await run(...given);
  expect(code).toBe(expected);
  expect(stderr).toMatch(said);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(actions).not.toContain("ReceiveMessage");
});
