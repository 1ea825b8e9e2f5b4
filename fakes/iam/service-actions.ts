import * as z from "zod/mini";
import type { RequestedAction } from "./access-checker.ts";

export type ServiceCall = {
  method: string;
  /** The path and query as sent, percent-encoded. */
  target: string;
  /** The header X-Amz-Target, which names the operation in JSON protocols, or "" if it is missing. */
  operation: string;
  body: string;
};

export type ResourceLocation = {
  region: string;
  account: string;
  /** The WebSocket API. */
  api: { id: string; stage: string };
};

const Tables = z.object({
  TableName: z.optional(z.string()),
  IndexName: z.optional(z.string()),
  RequestItems: z.optional(z.record(z.string(), z.unknown())),
});
const Secret = z.object({ SecretId: z.string() });
const Events = z.object({ Entries: z.array(z.object({ EventBusName: z.string() })) });
const Pool = z.object({ UserPoolId: z.string() });
const Addresses = z.optional(z.array(z.string()));
const Mail = z.object({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.optional(z.string()),
  Destination: z.optional(z.object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses })),
});

const plainAddress = (mailbox: string) => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;

const operationOf = (call: ServiceCall) => call.operation.split(".").at(-1) ?? "";

function objectKeys(document: string): string[] {
  return [...document.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
}

/** A browser's form names the object in a field of its multipart body. */
const keyInForm = /name="key"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)\r\n/i;

function s3Actions({ method, target, body }: ServiceCall): RequestedAction[] {
  const { pathname, searchParams } = new URL(target, "http://localhost");
  const [, bucket = "", ...segments] = pathname.split("/").map(decodeURIComponent);
  const key = segments.join("/");
  const bucketArn = `arn:aws:s3:::${bucket}`;
  if (key === "") {
    if (method === "POST" && searchParams.has("delete")) {
      return objectKeys(body).map((each) => ({ action: "s3:DeleteObject", resource: `${bucketArn}/${each}` }));
    }
    const formKey = method === "POST" ? keyInForm.exec(body)?.[1] : undefined;
    if (formKey !== undefined) return [{ action: "s3:PutObject", resource: `${bucketArn}/${formKey}` }];
    return [{ action: method === "GET" ? "s3:ListBucket" : "s3:CreateBucket", resource: bucketArn }];
  }
  const action = { PUT: "s3:PutObject", DELETE: "s3:DeleteObject" }[method] ?? "s3:GetObject";
  return [{ action, resource: `${bucketArn}/${key}` }];
}

// https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
export const actionsOf = {
  dynamodb: (call, { region, account }) => {
    const { TableName, IndexName, RequestItems = {} } = Tables.parse(JSON.parse(call.body));
    const names = TableName === undefined ? Object.keys(RequestItems) : [TableName];
    const index = IndexName === undefined ? "" : `/index/${IndexName}`;
    const arns = names.map((name) => `arn:aws:dynamodb:${region}:${account}:table/${name}${index}`);
    // In IAM, an operation without a table, such as ListTables, has the resource "*".
    return (arns.length > 0 ? arns : ["*"]).map((resource) => ({ action: `dynamodb:${operationOf(call)}`, resource }));
  },
  s3: s3Actions,
  secretsmanager: (call, { region, account }) => {
    const { SecretId } = Secret.parse(JSON.parse(call.body));
    // In AWS, the ARN ends with six random characters.
    const resource = `arn:aws:secretsmanager:${region}:${account}:secret:${SecretId}`;
    return [{ action: `secretsmanager:${operationOf(call)}`, resource }];
  },
  events: (call, { region, account }) =>
    Events.parse(JSON.parse(call.body)).Entries.map(({ EventBusName }) => ({
      action: `events:${operationOf(call)}`,
      resource: `arn:aws:events:${region}:${account}:event-bus/${EventBusName}`,
    })),
  "cognito-idp": (call, { region, account }) => {
    const { UserPoolId } = Pool.parse(JSON.parse(call.body));
    const resource = `arn:aws:cognito-idp:${region}:${account}:userpool/${UserPoolId}`;
    return [{ action: `cognito-idp:${operationOf(call)}`, resource }];
  },
  ses: ({ body }, { region, account }) => {
    const { FromEmailAddress, ConfigurationSetName: set, Destination = {} } = Mail.parse(JSON.parse(body));
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
    // In its sandbox, SES also checks the identities of the recipients.
    const identities = [FromEmailAddress, ...ToAddresses, ...CcAddresses, ...BccAddresses].map(plainAddress);
    const used = [
      ...identities.map((address) => `identity/${address}`),
      ...(set === undefined ? [] : [`configuration-set/${set}`]),
    ];
    return used.map((name) => ({ action: "ses:SendEmail", resource: `arn:aws:ses:${region}:${account}:${name}` }));
  },
  "execute-api": ({ method, target }, { region, account, api }) => {
    const path = decodeURIComponent(target.split("?", 1)[0] ?? "");
    const resource = `arn:aws:execute-api:${region}:${account}:${api.id}/${api.stage}/${method}${path}`;
    return [{ action: "execute-api:ManageConnections", resource }];
  },
} as const satisfies Record<string, (call: ServiceCall, place: ResourceLocation) => RequestedAction[]>;

export type GuardedService = keyof typeof actionsOf;
