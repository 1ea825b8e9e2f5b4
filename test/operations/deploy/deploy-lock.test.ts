import { GetObjectCommand, NoSuchKey } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { lockLifetimeMs } from "../../../content/publishing/bucket-lock.ts";
import { startKillable } from "../../../fakes/test-support/killable.ts";
import { root } from "../../support/child-app.ts";
import { assetBucket, config, createOperator } from "../support/operator.ts";

const lockKey = "parlance/trial/deploy-lock.json";

const lastLines = (printed: string) => printed.split("\n").slice(-2);

function createHeldProgram({ deployment }: Awaited<ReturnType<typeof createOperator>>) {
  const [reached, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runProgram: typeof deployment.runProgram = async (program, args, env) => {
    if (args[0] === "deploy") {
      reached.resolve();
      await proceed.promise;
    }
    return deployment.runProgram(program, args, env);
  };
  return { runProgram, reached: reached.promise, proceed: () => proceed.resolve() };
}

test("a second deploy of a stage is refused during the first, and the error names the first operator", async () => {
  const at = await createOperator();
  const held = createHeldProgram(at);
  const first = at.deploy({ runProgram: held.runProgram });
  await held.reached;
  const second = await at.deploy();
  expect(second.code).toBe(1);
  expect(lastLines(second.printed)[0]).toMatch(
    /^✗ Lock failed\. Another deploy of trial is in progress since \d{4}-\d\d-\d\d \d\d:\d\d UTC, by arn:aws:iam::111111111111:user\/ada: wait until it ends\. If it was interrupted, its lock expires at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  );
  expect(at.state.jobs).toEqual([]);
  held.proceed();
  expect((await first).code).toBe(0);
  expect(at.state.jobs).toEqual([{ jobId: "1", status: "SUCCEED" }]);
});

test("the deploy lock is released after a deploy that succeeds or fails", async () => {
  const at = await createOperator();
  at.state.failures.set("PutSecretValue", at.refused("InternalServiceError", "no luck", 500));
  const read = () => at.bucket.sdk.send(new GetObjectCommand({ Bucket: assetBucket, Key: lockKey }));
  for (const code of [1, 0]) {
    expect((await at.deploy()).code).toBe(code);
    await expect(read()).rejects.toBeInstanceOf(NoSuchKey);
  }
});

test("the deploy lock does not block a deploy of another stage in the account", async () => {
  const at = await createOperator();
  const held = createHeldProgram(at);
  const first = at.deploy({ runProgram: held.runProgram });
  await held.reached;
  expect((await at.deploy({ stage: "another", stackName: "parlance-another" })).code).toBe(0);
  held.proceed();
  expect((await first).code).toBe(0);
});

test("the deploy lock is released after Ctrl-C has ended the deploy", async () => {
  const at = await createOperator();
  const held = createHeldProgram(at);
  const first = at.deploy({ runProgram: held.runProgram });
  await held.reached;
  process.emit("SIGINT");
  held.proceed();
  const { code, calls, printed } = await first;
  expect([code, lastLines(printed)[0]]).toEqual([1, "✗ Payments failed. The deploy was interrupted."]);
  expect(calls).not.toContain("PutSecretValue");
  expect((await at.deploy()).code).toBe(0);
});

test("the deploy lock of a killed deploy expires, and a later deploy succeeds", async () => {
  const at = await createOperator();
  // Amplify refuses to start the deployment of the uploaded web app, so this deployment stays unfinished.
  const started = "POST /apps/branches/deployments/start";
  at.state.failures.set(started, at.refused("InternalFailureException", "no luck", 500));
  await at.deploy();
  const { firstLine, kill } = await startDeployToKill(at);
  expect(firstLine).toBe("in mid-deploy");
  await kill();
  const early = await at.deploy();
  expect([early.code, early.printed]).toEqual([1, expect.stringContaining("If it was interrupted, its lock expires")]);
  at.bucket.pass(lockLifetimeMs + 1_000);
  expect((await at.deploy()).code).toBe(0);
  expect(at.state.jobs.map(({ status }) => status)).toEqual(["CANCELLED", "SUCCEED"]);
});

function startDeployToKill({ bucket, site, stripe }: Awaited<ReturnType<typeof createOperator>>) {
  return startKillable(`
    import { S3Client } from "@aws-sdk/client-s3";
    import { runDeploy } from ${JSON.stringify(`${root}/operations/deploy/commands.ts`)};
    import { createAwsClients } from ${JSON.stringify(`${root}/operations/stage/aws.ts`)};
    const credentials = { accessKeyId: "LOCALACCESSKEY", secretAccessKey: "local-secret-access-key" };
    const s3 = new S3Client({
      endpoint: ${JSON.stringify(bucket.url)}, region: "ap-southeast-2", forcePathStyle: true, credentials,
    });
    await runDeploy({
      stage: "trial",
      stackName: "parlance-trial",
      config: ${JSON.stringify(config)},
      aws: { ...createAwsClients("eu-west-1"), s3 },
      given: { stripeApiKey: "sk_test_1" },
      stripeApiUrl: ${JSON.stringify(stripe.url)},
      operator: { name: "Interpreters Ltd" },
      commit: "c1",
      allowedReplacements: [],
      ignoresAlarms: false,
      assemblyDirectory: "assembly",
      runProgram: async () => {
        console.log("in mid-deploy");
        return new Promise(() => setInterval(() => undefined, 1_000));
      },
      siteDirectory: ${JSON.stringify(site)},
      buildSite: async () => undefined,
      pause: async () => undefined,
      print: () => undefined,
    });
  `);
}
