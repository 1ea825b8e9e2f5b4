/*
 * A fake of SQS, Lambda and CloudFormation for redriving. It does not check signatures or permissions, and does not run
 * functions. It has no long polling and no retention.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/Welcome.html
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ListStackResources.html
 */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { listen } from "../../fakes/foundation/listen.ts";

export const regionAndAccount = "ap-southeast-2:123456789012";

type QueuedMessage = {
  id: string;
  body: string;
  attributes: Record<string, string>;
  sentAt: number;
  visibleAt: number;
  receipt: string;
};

const Input = z.object({
  QueueUrl: z.string().optional(),
  MaxNumberOfMessages: z.number().max(10).optional(),
  VisibilityTimeout: z.number().optional(),
  ReceiptHandle: z.string().optional(),
});
type Input = z.infer<typeof Input>;

class Refused extends Error {}

type StackResource = { type: "AWS::SQS::Queue" | "AWS::Lambda::Function"; physicalId: string };
const stackResourcesPerPage = 100;

function stackResourcesXml(form: URLSearchParams, resources: readonly StackResource[] | undefined) {
  if (!resources) {
    const message = `Stack with id ${form.get("StackName")} does not exist`;
    const error = `<Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error>`;
    return { status: 400, body: `<ErrorResponse>${error}</ErrorResponse>` };
  }
  const from = Number(form.get("NextToken") ?? 0);
  const to = from + stackResourcesPerPage;
  const members = resources
    .slice(from, to)
    .map(
      ({ type, physicalId }, nth) =>
        `<member><LogicalResourceId>R${from + nth}</LogicalResourceId><ResourceType>${type}</ResourceType>` +
        `<PhysicalResourceId>${physicalId}</PhysicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`,
    );
  const next = to < resources.length ? `<NextToken>${to}</NextToken>` : "";
  const result = `<StackResourceSummaries>${members.join("")}</StackResourceSummaries>${next}`;
  const body = `<ListStackResourcesResult>${result}</ListStackResourcesResult>`;
  return { status: 200, body: `<ListStackResourcesResponse>${body}</ListStackResourcesResponse>` };
}

/** @param now the clock of the fake, in ms */
export async function startFakeSqsAndLambda(now: () => number = Date.now) {
  const stacks = new Map<string, StackResource[]>();
  const queues = new Map<string, { tags: Record<string, string>; letters: QueuedMessage[] }>();
  /** `calls` lists the accepted calls of functions. `failures` are the responses to the next calls of functions. */
  const calls: { functionName: string; event: unknown; type: string | undefined }[] = [];
  const failures: { status: number; code: string }[] = [];
  const actions: string[] = [];
  /** The regions in the signatures of the calls. */
  const regions = new Set<string>();
  const nameOf = ({ QueueUrl = "" }: Input) => QueueUrl.split("/").at(-1) ?? "";
  const queueOf = (input: Input) => {
    const queue = queues.get(nameOf(input));
    if (!queue) throw new Refused("QueueDoesNotExist");
    return queue;
  };
  const visible = (letters: QueuedMessage[]) => letters.filter(({ visibleAt }) => visibleAt <= now());

  const receive = (input: Input) => {
    const taken = visible(queueOf(input).letters).slice(0, input.MaxNumberOfMessages ?? 1);
    for (const letter of taken) {
      letter.visibleAt = now() + (input.VisibilityTimeout ?? 30) * 1000;
      letter.receipt = randomUUID();
    }
    return {
      Messages: taken.map(({ id, body, receipt, attributes, sentAt }) => ({
        MessageId: id,
        ReceiptHandle: receipt,
        Body: body,
        MD5OfBody: createHash("md5").update(body).digest("hex"),
        Attributes: { SentTimestamp: String(sentAt) },
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name, { DataType: "String", StringValue: value }]),
        ),
      })),
    };
  };
  const operations: Record<string, (input: Input) => object> = {
    ListQueueTags: (input) => ({ Tags: queueOf(input).tags }),
    GetQueueAttributes: (input) => ({
      Attributes: {
        QueueArn: `arn:aws:sqs:${regionAndAccount}:${nameOf(input)}`,
        ApproximateNumberOfMessages: String(visible(queueOf(input).letters).length),
      },
    }),
    ReceiveMessage: receive,
    DeleteMessage: (input) => {
      const queue = queueOf(input);
      queue.letters = queue.letters.filter(({ receipt }) => receipt !== input.ReceiptHandle);
      return {};
    },
  };

  const answerQueue = async (request: IncomingMessage) => {
    const action = /^AmazonSQS\.(\w+)$/.exec(String(request.headers["x-amz-target"]))?.[1] ?? "";
    actions.push(action);
    const operation = operations[action];
    if (!operation) throw new Refused(`UnknownOperation ${action}`);
    return operation(Input.parse(JSON.parse(await text(request))));
  };
  const invoke = async (request: IncomingMessage, functionName: string) => {
    const event: unknown = JSON.parse(await text(request));
    const failure = failures.shift();
    if (failure) return failure;
    const type = request.headers["x-amz-invocation-type"];
    calls.push({ functionName, event, type: typeof type === "string" ? type : undefined });
    return null;
  };
  const addResource = (stack: string, resource: StackResource) =>
    stacks.set(stack, [...(stacks.get(stack) ?? []), resource]);
  const server = await listen(async (request, response) => {
    regions.add(/Credential=[^/]+\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? "")?.[1] ?? "");
    const invoked = /^\/2015-03-31\/functions\/(?<name>[^/]+)\/invocations$/.exec(request.url ?? "")?.groups?.["name"];
    if (invoked !== undefined) {
      const failure = await invoke(request, decodeURIComponent(invoked));
      if (!failure) return void response.writeHead(202).end();
      const headers = { "content-type": "application/json", "x-amzn-errortype": failure.code };
      return void response.writeHead(failure.status, headers).end(JSON.stringify({ Message: failure.code }));
    }
    if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
      const form = new URLSearchParams(await text(request));
      actions.push(form.get("Action") ?? "");
      const { status, body } = stackResourcesXml(form, stacks.get(form.get("StackName") ?? ""));
      return void response.writeHead(status, { "content-type": "text/xml" }).end(body);
    }
    const headers = { "content-type": "application/x-amz-json-1.0" };
    try {
      const output = await answerQueue(request);
      response.writeHead(200, headers).end(JSON.stringify(output));
    } catch (error) {
      const code = error instanceof Refused ? error.message : "InternalError";
      response.writeHead(400, headers).end(JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message: code }));
    }
  }, 0);
  onTestFinished(server.close);

  return {
    url: server.url,
    calls,
    failures,
    actions,
    regions,
    addFunction: (stack: string, name: string) =>
      addResource(stack, { type: "AWS::Lambda::Function", physicalId: name }),
    addQueue: (stack: string, name: string, tags: Record<string, string>) => {
      queues.set(name, { tags, letters: [] });
      addResource(stack, { type: "AWS::SQS::Queue", physicalId: `${server.url}/123456789012/${name}` });
    },
    put: (name: string, body: string, attributes: Record<string, string> = {}, sentAt = now() - 60_000) => {
      const letter = { id: randomUUID(), body, attributes, sentAt, visibleAt: 0, receipt: "" };
      queues.get(name)?.letters.push(letter);
      return letter.id;
    },
    idsIn: (name: string) => queues.get(name)?.letters.map(({ id }) => id) ?? [],
  };
}
