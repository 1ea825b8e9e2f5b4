/** A fake of AWS for the deploy commands. `createOperator` simulates CDK, which creates the stacks. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import * as z from "zod";

const account = "111111111111";
const Json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof Json>;
type Answer = { status?: number; body: string; headers?: Record<string, string> };
type Call = { method: string; path: string; host: string; region: string; body: string; input: Json };

const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) });
const refusal = (type: string, message: string, status = 400): Answer => ({
  ...json({ __type: type, message, Message: message }, status),
  headers: { "x-amzn-errortype": type },
});
const xml = (action: string, result: string): Answer => ({
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});
const xmlError = (code: string, message: string, status = 400): Answer => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

/** `refuses` is the error of SNS for the alarm's messages. */
export type FakeAlarm = { state: "OK" | "ALARM"; refuses?: string; actions: { at: number; summary: string }[] };

/** Fields of CloudFormation's ResourceChange. */
export type FakeChange = {
  Action: "Add" | "Modify" | "Remove" | "Dynamic";
  LogicalResourceId: string;
  ResourceType: string;
  Replacement?: "True" | "False" | "Conditional";
};

export type FakeState = {
  changeSet: readonly FakeChange[] | null;
  outputs: Record<string, string> | null;
  stackStatus: string;
  bootstrapped: boolean;
  services: string[];
  concurrency: number;
  productionMail: boolean;
  identities: Map<string, { verified: boolean; mailFrom?: string; dkim?: string }>;
  secrets: Map<string, string>;
  /** ARNs by address. Before the confirmation, the value is "PendingConfirmation" instead of an ARN. */
  subscriptions: Map<string, string>;
  alarms: Map<string, FakeAlarm>;
  distributions: number;
  siteDomain: { domainStatus: string; statusReason?: string; verified: boolean; target?: string } | null;
  parameters: Map<string, string>;
  app: { customHeaders?: string; tags: Record<string, string> };
  jobs: { jobId: string; status: string }[];
  uploads: Uint8Array[];
  invalidations: { distribution: string; paths: string[] }[];
  /** By the name of the call. Each response replaces the normal response once. */
  failures: Map<string, Answer>;
  /** The first call, or the first CDK command, with an expired session; "*" for every call. */
  expiredFrom: string | null;
  cdkExitCode: number;
};

const newState = (): FakeState => ({
  changeSet: null,
  outputs: null,
  stackStatus: "CREATE_COMPLETE",
  bootstrapped: false,
  services: ["amplify", "cognito-idp", "dynamodb", "lambda", "ses", "sqs"],
  concurrency: 1_000,
  productionMail: true,
  identities: new Map(),
  secrets: new Map(),
  subscriptions: new Map([["alarms@interpreters.test", "PendingConfirmation"]]),
  alarms: new Map([["api-server-errors", { state: "OK", actions: [] }]]),
  distributions: 1,
  siteDomain: { domainStatus: "PENDING_VERIFICATION", verified: false },
  parameters: new Map(),
  app: { tags: {} },
  jobs: [],
  uploads: [],
  invalidations: [],
  failures: new Map(),
  expiredFrom: null,
  cdkExitCode: 0,
});

function stackXml({ outputs, stackStatus }: FakeState): Answer {
  if (!outputs) return xmlError("ValidationError", "Stack with id parlance-trial does not exist");
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const created = "<CreationTime>2026-11-22T00:00:00Z</CreationTime>";
  const stack = `<StackName>parlance-trial</StackName><StackStatus>${stackStatus}</StackStatus>${created}`;
  return xml("DescribeStacks", `<Stacks><member>${stack}<Outputs>${members.join("")}</Outputs></member></Stacks>`);
}

/** CloudFormation reports a change set without changes as failed. */
function changeSetXml({ changeSet }: FakeState): Answer {
  if (!changeSet) return xmlError("ChangeSetNotFound", "ChangeSet [parlance-deploy] does not exist");
  if (changeSet.length === 0) {
    const reason =
      "The submitted information didn't contain changes. Submit different information to create a change set.";
    return xml("DescribeChangeSet", `<Status>FAILED</Status><StatusReason>${reason}</StatusReason>`);
  }
  const members = changeSet.map((change) => {
    const fields = Object.entries(change).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<member><Type>Resource</Type><ResourceChange>${fields.join("")}</ResourceChange></member>`;
  });
  return xml("DescribeChangeSet", `<Status>CREATE_COMPLETE</Status><Changes>${members.join("")}</Changes>`);
}

const text = (value: unknown) => String(value ?? "");

const operations: Readonly<Record<string, (state: FakeState, call: Call) => Answer>> = {
  GetCallerIdentity: () =>
    xml(
      "GetCallerIdentity",
      `<Account>${account}</Account><Arn>arn:aws:iam::${account}:user/ada</Arn><UserId>me</UserId>`,
    ),
  DescribeStacks: (state) => stackXml(state),
  DescribeChangeSet: (state) => changeSetXml(state),
  DeleteChangeSet: (state) => {
    state.changeSet = null;
    return xml("DeleteChangeSet", "");
  },
  GetParameter: ({ bootstrapped, parameters }, { input }) => {
    const Name = text(input["Name"]);
    const Value = Name.startsWith("/cdk-bootstrap/") && bootstrapped ? "30" : parameters.get(Name);
    return Value === undefined
      ? refusal("ParameterNotFound", "no such parameter")
      : json({ Parameter: { Name, Value } });
  },
  PutParameter: ({ parameters }, { input }) => {
    parameters.set(text(input["Name"]), text(input["Value"]));
    return json({ Version: 1 });
  },
  // AWS publishes the lists of a region's services in only some regions, such as us-east-1.
  GetParametersByPath: ({ services }, { region }) =>
    json({ Parameters: region === "us-east-1" ? services.map((Value) => ({ Value })) : [] }),
  GetSecretValue: ({ secrets }, { input }) => {
    const SecretString = secrets.get(text(input["SecretId"]));
    return SecretString === undefined ? refusal("ResourceNotFoundException", "no secret") : json({ SecretString });
  },
  DescribeSecret: ({ secrets }, { input }) => {
    const Name = text(input["SecretId"]);
    return secrets.has(Name) ? json({ Name }) : refusal("ResourceNotFoundException", "no secret");
  },
  PutSecretValue: ({ secrets }, { input }) => {
    secrets.set(text(input["SecretId"]), text(input["SecretString"]));
    return json({});
  },
  CreateSecret: ({ secrets }, { input }) => {
    secrets.set(text(input["Name"]), text(input["SecretString"]));
    return json({});
  },
  "GET /2016-08-19/account-settings": ({ concurrency }) =>
    json({ AccountLimit: { ConcurrentExecutions: concurrency } }),
  "GET /v2/email/account": ({ productionMail }) => json({ ProductionAccessEnabled: productionMail }),
  "GET /v2/email/identities": ({ identities }, { path }) => {
    const identity = identities.get(decodeURIComponent(path.split("/").at(-1) ?? ""));
    if (!identity) return refusal("NotFoundException", "no identity", 404);
    const { verified, mailFrom, dkim = verified ? "SUCCESS" : "PENDING" } = identity;
    return json({
      VerifiedForSendingStatus: verified,
      DkimAttributes: { Tokens: ["t1", "t2"], Status: dkim },
      ...(mailFrom ? { MailFromAttributes: { MailFromDomain: mailFrom, MailFromDomainStatus: "PENDING" } } : {}),
    });
  },
  "PUT /v2/email/identities": ({ identities }, { path, input }) => {
    const identity = identities.get(decodeURIComponent(path.split("/").at(-2) ?? ""));
    if (!identity) return refusal("NotFoundException", "no identity", 404);
    identity.mailFrom = text(input["MailFromDomain"]);
    return json({});
  },
  "POST /v2/email/identities": ({ identities }, { input }) => {
    identities.set(text(input["EmailIdentity"]), { verified: false });
    return json({});
  },
  "GET /apps": ({ app }) =>
    json({ app: { appId: "app1", appArn: `arn:aws:amplify:eu-west-1:${account}:apps/app1`, ...app } }),
  "POST /apps": ({ app }, { input }) => {
    app.customHeaders = text(input["customHeaders"]);
    return json({ app: { appId: "app1" } });
  },
  "GET /apps/branches/jobs": ({ jobs }, { path }) => {
    const jobId = path.split("/jobs/")[1];
    if (jobId === undefined) return json({ jobSummaries: jobs });
    const job = jobs.find((found) => found.jobId === jobId);
    if (!job) return refusal("NotFoundException", "no job", 404);
    const summary = { ...job };
    if (job.status === "PENDING") job.status = "RUNNING";
    else if (job.status === "RUNNING") job.status = "SUCCEED";
    return json({ job: { summary } });
  },
  "DELETE /apps/branches/jobs": ({ jobs }, { path }) => {
    const job = jobs.find(({ jobId }) => path.includes(`/jobs/${jobId}/`));
    if (job) job.status = "CANCELLED";
    return json({ jobSummary: job });
  },
  "POST /apps/branches/deployments": ({ jobs }, { host }) => {
    const waiting = jobs.find(({ status }) => ["CREATED", "PENDING", "RUNNING"].includes(status));
    if (waiting) return refusal("BadRequestException", `The last job ${waiting.jobId} was not finished.`);
    const jobId = String(jobs.length + 1);
    jobs.push({ jobId, status: "CREATED" });
    return json({ jobId, fileUploadUrls: {}, zipUploadUrl: `http://${host}/upload/${jobId}` });
  },
  "POST /apps/branches/deployments/start": ({ jobs }, { input }) => {
    const job = jobs.find(({ jobId }) => jobId === input["jobId"]);
    if (!job) return refusal("NotFoundException", "no job", 404);
    job.status = "PENDING";
    return json({ jobSummary: job });
  },
  "POST /distribution/invalidation": ({ invalidations }, { path, body }) => {
    const [, distribution = ""] = /\/distribution\/([^/]+)\//.exec(path) ?? [];
    const paths = [...body.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, text = ""]) => text);
    invalidations.push({ distribution, paths });
    const about = "<Id>I1</Id><Status>InProgress</Status><CreateTime>2026-11-22T00:00:00Z</CreateTime>";
    return { status: 201, body: `<Invalidation>${about}</Invalidation>` };
  },
  // https://docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html
  ListSubscriptionsByTopic: ({ subscriptions }) => {
    const members = [...subscriptions].map(
      ([endpoint, arn]) =>
        `<member><Protocol>email</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Endpoint>${endpoint}</Endpoint></member>`,
    );
    return xml("ListSubscriptionsByTopic", `<Subscriptions>${members.join("")}</Subscriptions>`);
  },
  DescribeAlarms: ({ alarms }, { input }) => {
    const named = z.array(z.string()).parse(input["AlarmNames"]);
    const found = named.flatMap((name) =>
      alarms.has(name) ? [{ AlarmName: name, StateValue: alarms.get(name)?.state }] : [],
    );
    return json({ MetricAlarms: found });
  },
  // The actions run if the state changes. The alarm soon returns to its true state:
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_SetAlarmState.html
  SetAlarmState: ({ alarms }, { input }) => {
    const alarm = alarms.get(text(input["AlarmName"]));
    if (!alarm) return refusal("ResourceNotFound", "no alarm", 404);
    if (alarm.state === input["StateValue"]) return json({});
    const topic = `arn:aws:sns:eu-west-1:${account}:alarms`;
    const failure = `Failed to execute action ${topic}. Received error: "${alarm.refuses}"`;
    const summary = alarm.refuses ? failure : `Successfully executed action ${topic}`;
    alarm.actions.push({ at: 1_795_000_000 + alarm.actions.length, summary });
    return json({});
  },
  DescribeAlarmHistory: ({ alarms }, { input }) => {
    const newest = alarms.get(text(input["AlarmName"]))?.actions.at(-1);
    const item = newest && { Timestamp: newest.at, HistoryItemType: "Action", HistorySummary: newest.summary };
    return json({ AlarmHistoryItems: item ? [item] : [] });
  },
  "GET /2020-05-31/distribution": ({ distributions }) => {
    const about = "<Marker></Marker><MaxItems>1</MaxItems><IsTruncated>false</IsTruncated>";
    const items = distributions > 0 ? "<Items><DistributionSummary><Id>E1</Id></DistributionSummary></Items>" : "";
    return { body: `<DistributionList>${about}<Quantity>${distributions}</Quantity>${items}</DistributionList>` };
  },
  // https://docs.aws.amazon.com/amplify/latest/APIReference/API_DomainAssociation.html
  "GET /apps/domains": ({ siteDomain }, { path }) => {
    if (!siteDomain) return refusal("NotFoundException", "no domain", 404);
    const { verified, target = "d9.cloudfront.net", ...status } = siteDomain;
    const subDomains = [
      { subDomainSetting: { prefix: "", branchName: "main" }, verified, dnsRecord: ` CNAME ${target}` },
    ];
    const certificateVerificationDNSRecord = "_a.app.interpreters.test. CNAME _b.acm-validations.aws.";
    const domainName = path.split("/").at(-1);
    return json({ domainAssociation: { ...status, domainName, certificateVerificationDNSRecord, subDomains } });
  },
  "POST /tags": ({ app }, { input }) => {
    Object.assign(app.tags, Json.parse(input["tags"]));
    return json({});
  },
};

/** Returns the name of the operation if the protocol has one, otherwise the method and a shortened path. */
function nameOf(request: IncomingMessage, path: string, form: URLSearchParams): string {
  const target = request.headers["x-amz-target"];
  if (typeof target === "string") return target.split(".").at(-1) ?? "";
  if (path === "/") return form.get("Action") ?? "";
  const kept = path
    .replace(/^(\/v2\/email\/identities)\/.+$/, "$1")
    .replace(/^\/tags\/.*$/, "/tags")
    .replace(/^\/upload\/.*$/, "/upload")
    .replace(/^\/apps\/[^/]+/, "/apps")
    .replace(/^\/[\d-]+\/distribution\/[^/]+/, "/distribution")
    .replace(/\/domains\/.*$/, "/domains")
    .replace(/\/branches\/main/, "/branches")
    .replace(/\/jobs\/.*$/, "/jobs");
  return `${request.method} ${kept}`;
}

const expired = (isXml: boolean) =>
  isXml ? xmlError("ExpiredToken", "expired", 403) : refusal("ExpiredTokenException", "expired", 403);

export async function startFakeAws() {
  const state = newState();
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const [path = "/"] = (request.url ?? "/").split("?");
    const isText = !path.startsWith("/upload/");
    const form = new URLSearchParams(isText ? body.toString() : "");
    const name = nameOf(request, path, form);
    const region = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const call = {
      method: request.method ?? "",
      path,
      host: request.headers.host ?? "",
      region,
      body: "",
      input: {} as Json,
    };
    if (isText) call.body = body.toString();
    if (isText && body.toString().startsWith("{")) call.input = Json.parse(JSON.parse(body.toString()));
    calls.push(name);
    const answer = ((): Answer => {
      if (name === state.expiredFrom) state.expiredFrom = "*";
      if (state.expiredFrom === "*") return expired(path === "/" && form.has("Action"));
      const trouble = state.failures.get(name);
      if (trouble && state.failures.delete(name)) return trouble;
      if (name === "PUT /upload") {
        state.uploads.push(new Uint8Array(body));
        return { body: "" };
      }
      return operations[name]?.(state, call) ?? refusal("UnknownOperationException", name);
    })();
    response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, state, calls, refused: refusal };
}
