import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, onTestFinished, test } from "vitest";
import { type DeadLetterQueue, findStageQueues } from "../../../operations/redrive/queues.ts";
import { redrive } from "../../../operations/redrive/redrive.ts";
import { regionAndAccount, startFakeSqsAndLambda } from "../../lib/fake-sqs-and-lambda.ts";

const queueName = "parlance-prod-EventspushchangesDeadLettersQueue1A2B-XYZ";
const functionName = "parlance-prod-EventspushchangesHandler-abc";
const functionArn = `arn:aws:lambda:${regionAndAccount}:function:${functionName}`;
const tagsOf = (handler: string) => ({ "dead-letters-of": handler });

const event = (id: string) => ({
  version: "0",
  id,
  "detail-type": "ProfileChanged",
  source: "parlance",
  detail: { type: "ProfileChanged", userId: "u-1" },
});
const undelivered = {
  TARGET_ARN: functionArn,
  RULE_ARN: `arn:aws:events:${regionAndAccount}:rule/r`,
  ERROR_CODE: "THROTTLED",
};

/** Creates Lambda's record of a failed asynchronous invocation. */
const failedAt = (payload: unknown, arn = `${functionArn}:$LATEST`) =>
  JSON.stringify({
    version: "1.0",
    timestamp: "2026-11-22T10:00:00.000Z",
    requestContext: { requestId: "r-1", functionArn: arn, condition: "RetriesExhausted", approximateInvokeCount: 3 },
    requestPayload: payload,
    responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    responsePayload: { errorType: "AggregateError", errorMessage: "1 of 1 connections could not be reached" },
  });

async function cloud() {
  const time = { ms: Date.parse("2026-11-22T12:00:00Z") };
  const fake = await startFakeSqsAndLambda(() => time.ms);
  const options = {
    endpoint: fake.url,
    region: "ap-southeast-2",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  };
  const [sqs, lambda, cloudFormation] = [
    new SQSClient(options),
    new LambdaClient(options),
    new CloudFormationClient(options),
  ];
  onTestFinished(() => {
    for (const client of [sqs, lambda, cloudFormation]) client.destroy();
  });
  fake.addFunction("parlance-prod", functionName);
  fake.addQueue("parlance-prod", queueName, tagsOf("realtime/push-changes"));
  const find = (stackName = "parlance-prod") => findStageQueues({ sqs, cloudFormation }, stackName);
  const left: string[] = [];
  const report = (_id: string, reason: string) => void left.push(reason);
  const run = async (stackName?: string) => {
    const { queues, functionNames } = await find(stackName);
    const services = { sqs, lambda, functionNames, now: () => new Date(time.ms), report };
    return redrive(queues[0] as DeadLetterQueue, services);
  };
  return { ...fake, find, time, left, run };
}

describe("the dead-letter queues of a stage", () => {
  test("are the tagged queues of its own stack, with their message counts", async () => {
    const { find, addQueue, put } = await cloud();
    addQueue("parlance-prod", "parlance-prod-ExpiryQueue-1", tagsOf("schedule/expire-subscriptions"));
    addQueue("parlance-prod", "parlance-prod-Something-1", {});
    addQueue("parlance-prod-2", "parlance-prod-2-EventsQueue-1", tagsOf("realtime/push-changes"));
    addQueue("parlance-dev", "parlance-dev-EventsQueue-1", tagsOf("realtime/push-changes"));
    for (let nth = 0; nth < 3; nth += 1) put(queueName, failedAt(event(`e-${nth}`)));
    expect((await find()).queues).toMatchObject([
      { handler: "realtime/push-changes", waiting: 3, arn: `arn:aws:sqs:${regionAndAccount}:${queueName}` },
      { handler: "schedule/expire-subscriptions", waiting: 0 },
    ]);
    expect((await find("parlance-test")).queues).toEqual([]);
  });

  test("are found in a stack with hundreds of resources", async () => {
    const { find, addQueue } = await cloud();
    for (let nth = 0; nth < 250; nth += 1) addQueue("parlance-prod", `Queue-${nth}`, tagsOf(`events/on-${nth}`));
    expect((await find()).queues).toHaveLength(251);
  });
});

test("redrive finds a function whose name CloudFormation has shortened", async () => {
  const { run, addQueue, addFunction, put, calls } = await cloud();
  const stackName = "parlance-a-rather-long-stage";
  // CloudFormation creates names of this form: https://github.com/convox/rack/issues/2297 (25 November 2026)
  const name = "parlance-a-rather-long-s-EventspushchangesHandlerA1-1GRP3N0TVA1L";
  addFunction(stackName, name);
  addQueue(stackName, "parlance-a-rather-long-s-EventsDeadLetters-1", tagsOf("realtime/push-changes"));
  const arn = `arn:aws:lambda:${regionAndAccount}:function:${name}`;
  put("parlance-a-rather-long-s-EventsDeadLetters-1", failedAt(event("e-1"), arn));
  expect(await run(stackName)).toEqual({ redriven: 1, remaining: 0 });
  expect(calls).toEqual([{ functionName: arn, event: event("e-1"), type: "Event" }]);
});

describe("a dead letter", () => {
  test("of Lambda is deleted from the queue, and its event is sent to the function unchanged", async () => {
    const { run, put, calls, idsIn } = await cloud();
    put(queueName, failedAt(event("e-1")));
    expect(await run()).toEqual({ redriven: 1, remaining: 0 });
    expect(calls).toEqual([{ functionName: `${functionArn}:$LATEST`, event: event("e-1"), type: "Event" }]);
    expect(idsIn(queueName)).toEqual([]);
  });

  test("of EventBridge is sent to its target", async () => {
    const { run, put, calls, idsIn } = await cloud();
    put(queueName, JSON.stringify(event("e-1")), undelivered);
    expect(await run()).toEqual({ redriven: 1, remaining: 0 });
    expect(calls).toEqual([{ functionName: functionArn, event: event("e-1"), type: "Event" }]);
    expect(idsIn(queueName)).toEqual([]);
  });

  test("is redriven together with the other messages of its queue", async () => {
    const { run, put, calls, idsIn } = await cloud();
    for (let nth = 0; nth < 25; nth += 1) put(queueName, failedAt(event(`e-${nth}`)));
    expect(await run()).toEqual({ redriven: 25, remaining: 0 });
    expect(calls.map((call) => Object(call.event).id)).toEqual(Array.from({ length: 25 }, (_, nth) => `e-${nth}`));
    expect(idsIn(queueName)).toEqual([]);
  });

  test.each([
    ["not JSON", "hello", {}, "It contains no event"],
    ["not an event", "{}", {}, "It contains no event"],
    ["a record without its event", failedAt(undefined), {}, "It contains no event"],
    ["for a function of another stage", failedAt({}, functionArn.replace("prod", "dev")), {}, "for another function"],
    ["for a function outside the stack", failedAt({}, `${functionArn}-2`), {}, "for another function"],
    [
      "for a function of another account",
      "{}",
      { TARGET_ARN: functionArn.replace("123456789012", "999999999999") },
      "for another",
    ],
    ["for a target that is not a function", "{}", { TARGET_ARN: "arn:aws:sns:ap-southeast-2:1:t" }, "for another"],
  ])("that is %s stays in the queue and is reported", async (_what, body, attributes, reason) => {
    const { run, put, calls, idsIn, left } = await cloud();
    const bad = put(queueName, body, attributes);
    put(queueName, failedAt(event("e-2")));
    expect(await run()).toEqual({ redriven: 1, remaining: 1 });
    expect(calls.map((call) => call.event)).toEqual([event("e-2")]);
    expect(idsIn(queueName)).toEqual([bad]);
    expect(left).toEqual([expect.stringContaining(reason)]);
  });

  test("that Lambda refuses stays in the queue, and a later redrive sends its event", async () => {
    const { run, put, calls, failures, idsIn, left, time } = await cloud();
    const first = put(queueName, failedAt(event("e-1")));
    put(queueName, failedAt(event("e-2")));
    failures.push({ status: 429, code: "TooManyRequestsException" });
    expect(await run()).toEqual({ redriven: 1, remaining: 1 });
    expect(idsIn(queueName)).toEqual([first]);
    expect(left).toEqual([expect.stringContaining("TooManyRequestsException")]);
    time.ms += 121_000;
    expect(await run()).toEqual({ redriven: 1, remaining: 0 });
    expect(calls.map((call) => call.event)).toEqual([event("e-2"), event("e-1")]);
  });

  test("counts as remaining and is reported if it was sent after the redrive started", async () => {
    const { run, put, calls, time, left } = await cloud();
    put(queueName, failedAt(event("e-1")), {}, time.ms + 1);
    expect(await run()).toEqual({ redriven: 0, remaining: 1 });
    expect([calls, left]).toEqual([[], ["It came back during this run"]]);
  });

  test("is not deleted if Lambda does not accept its event", async () => {
    const { run, put, actions, failures, idsIn } = await cloud();
    put(queueName, failedAt(event("e-1")));
    failures.push({ status: 500, code: "ServiceException" });
    await run();
    expect(actions).not.toContain("DeleteMessage");
    expect(idsIn(queueName)).toHaveLength(1);
  });
});
