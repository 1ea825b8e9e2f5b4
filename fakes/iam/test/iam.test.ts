import { DynamoDBClient, GetItemCommand, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listen } from "../../foundation/listen.ts";
import { AccessChecker, type Grants, type RequestedAction } from "../access-checker.ts";
import { createGuard } from "../guard.ts";
import { runAsFunction } from "../running-function.ts";
import { actionsOf, type GuardedService, type ServiceCall } from "../service-actions.ts";

const place = { region: "eu-west-1", account: "123456789012", api: { id: "abc", stage: "live" } };
const table = "arn:aws:dynamodb:eu-west-1:123456789012:table/notes";
const reader = { kind: "function", name: "reader" } as const;

describe("the permissions of a caller", () => {
  const may = (resource: string, deed: RequestedAction) =>
    new AccessChecker({ reader: [{ action: "dynamodb:GetItem", resource }] }).check(reader, deed) === null;

  test.each<[granted: string, action: string, resource: string, expected: boolean]>([
    [table, "dynamodb:GetItem", table, true],
    [table, "dynamodb:PutItem", table, false],
    [table, "dynamodb:GetItem", `${table}/index/by_day`, false],
    [table, "dynamodb:GetItem", `${table}2`, false],
    [`${table}/*`, "dynamodb:GetItem", `${table}/index/by_day`, true],
    [`${table}/*`, "dynamodb:GetItem", table, false],
    ["arn:aws:s3:::a.b/*", "dynamodb:GetItem", "arn:aws:s3:::aXb/c", false],
  ])("for a grant of dynamodb:GetItem on %s allow %s on %s: %s", (granted, action, resource, expected) => {
    expect(may(granted, { action, resource })).toBe(expected);
  });

  test("exclude another function's grant if the caller is unknown or a function without grants", () => {
    const access = new AccessChecker({ reader: [{ action: "dynamodb:GetItem", resource: table }] });
    const deed = { action: "dynamodb:GetItem", resource: table };
    for (const caller of [{ kind: "function", name: "writer" }, { kind: "nobody" }] as const) {
      expect(access.check(caller, deed)).toContain("is not authorized to perform: dynamodb:GetItem on resource");
    }
    expect(access.report()).toMatchObject({ used: [], refused: [expect.any(String), expect.any(String)] });
  });

  test("are reported as used only after a call that needs them", () => {
    const grants = ["GetItem", "PutItem"].map((name) => ({ action: `dynamodb:${name}`, resource: table }));
    const access = new AccessChecker({ reader: grants });
    access.check(reader, { action: "dynamodb:PutItem", resource: table });
    expect(access.report()).toEqual({ used: [`reader: dynamodb:PutItem on ${table}`], refused: [] });
  });
});

// Source of the actions and the ARN formats: AWS's Service Authorization Reference.
describe("the actions of a call", () => {
  type Row = [service: GuardedService, call: Partial<ServiceCall>, expected: [action: string, resource: string][]];
  const dynamodb = (name: string, input: object) => ({
    operation: `DynamoDB_20120810.${name}`,
    body: JSON.stringify(input),
  });

  test.each<Row>([
    ["dynamodb", dynamodb("PutItem", { TableName: "notes" }), [["dynamodb:PutItem", table]]],
    [
      "dynamodb",
      dynamodb("Query", { TableName: "notes", IndexName: "by_day" }),
      [["dynamodb:Query", `${table}/index/by_day`]],
    ],
    [
      "dynamodb",
      dynamodb("BatchWriteItem", { RequestItems: { notes: [], other: [] } }),
      [
        ["dynamodb:BatchWriteItem", table],
        ["dynamodb:BatchWriteItem", table.replace("notes", "other")],
      ],
    ],
    ["s3", { method: "GET", target: "/b?list-type=2&prefix=x" }, [["s3:ListBucket", "arn:aws:s3:::b"]]],
    [
      "s3",
      { method: "GET", target: "/b/x/y%20z.json?X-Amz-Expires=1" },
      [["s3:GetObject", "arn:aws:s3:::b/x/y z.json"]],
    ],
    ["s3", { method: "PUT", target: "/b/x" }, [["s3:PutObject", "arn:aws:s3:::b/x"]]],
    [
      "s3",
      {
        method: "POST",
        target: "/b",
        body: '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nx/y.mp3\r\n--x--\r\n',
      },
      [["s3:PutObject", "arn:aws:s3:::b/x/y.mp3"]],
    ],
    [
      "s3",
      {
        method: "POST",
        target: "/b?delete",
        body: "<Delete><Object><Key>p</Key></Object><Object><Key>q</Key></Object></Delete>",
      },
      [
        ["s3:DeleteObject", "arn:aws:s3:::b/p"],
        ["s3:DeleteObject", "arn:aws:s3:::b/q"],
      ],
    ],
    [
      "secretsmanager",
      { operation: "secretsmanager.GetSecretValue", body: '{"SecretId":"key"}' },
      [["secretsmanager:GetSecretValue", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:key"]],
    ],
    [
      "events",
      { operation: "AWSEvents.PutEvents", body: '{"Entries":[{"EventBusName":"bus"}]}' },
      [["events:PutEvents", "arn:aws:events:eu-west-1:123456789012:event-bus/bus"]],
    ],
    [
      "cognito-idp",
      { operation: "AWSCognitoIdentityProviderService.AdminGetUser", body: '{"UserPoolId":"eu-west-1_P"}' },
      [["cognito-idp:AdminGetUser", "arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_P"]],
    ],
    [
      "ses",
      { body: '{"FromEmailAddress":"Us <us@example.com>","Destination":{"ToAddresses":["You <you@example.org>"]}}' },
      [
        ["ses:SendEmail", "arn:aws:ses:eu-west-1:123456789012:identity/us@example.com"],
        ["ses:SendEmail", "arn:aws:ses:eu-west-1:123456789012:identity/you@example.org"],
      ],
    ],
    [
      "execute-api",
      { method: "DELETE", target: "/%40connections/c%3D" },
      [["execute-api:ManageConnections", "arn:aws:execute-api:eu-west-1:123456789012:abc/live/DELETE/@connections/c="]],
    ],
  ])("to %s are derived from the request: %o", (service, call, expected) => {
    const whole = { method: "POST", target: "/", operation: "", body: "", ...call };
    expect(actionsOf[service](whole, place).map(({ action, resource }) => [action, resource])).toEqual(expected);
  });
});

describe("a guarded service", () => {
  const ends: (() => Promise<void> | void)[] = [];
  const started = {
    add: <Part extends { close: () => Promise<void> | void }>(part: Part): Part => {
      ends.push(() => part.close());
      return part;
    },
  };
  const grants: Grants = { reader: [{ action: "dynamodb:GetItem", resource: table }] };
  const reached: string[] = [];
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const common = { region: "eu-west-1", credentials, maxAttempts: 1 };

  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    reached.length = 0;
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  });

  async function guarded(service: GuardedService): Promise<string> {
    const behind = await listen((request, response) => {
      reached.push(JSON.stringify(request.headers));
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
    }, 0);
    return createGuard(grants, place, started).guardedUrl(service, started.add(behind).url);
  }

  const read = new GetItemCommand({ TableName: "notes", Key: { id: { S: "1" } } });
  const denied = (what: string) => ({ name: "AccessDeniedException", message: expect.stringContaining(what) });

  test("receives a granted call without the caller's name", async () => {
    const client = new DynamoDBClient({ endpoint: await guarded("dynamodb"), ...common });
    await runAsFunction("reader", () => client.send(read))();
    expect(reached).toHaveLength(1);
    expect(reached[0]).not.toContain("reader");
  });

  test("identifies each caller if functions share one client at the same time", async () => {
    const client = new DynamoDBClient({ endpoint: await guarded("dynamodb"), ...common });
    const names = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? "reader" : "writer"));
    const results = await Promise.allSettled(names.map((name) => runAsFunction(name, () => client.send(read))()));
    expect(results.map(({ status }) => status === "fulfilled")).toEqual(names.map((name) => name === "reader"));
  });

  test("refuses a caller without a grant for the table", async () => {
    const client = new DynamoDBClient({ endpoint: await guarded("dynamodb"), ...common });
    const list = () => client.send(new GetItemCommand({ TableName: "others", Key: { id: { S: "1" } } }));
    await expect(runAsFunction("reader", list)()).rejects.toMatchObject(denied("table/others"));
    await expect(runAsFunction("writer", () => client.send(read))()).rejects.toMatchObject(denied("writer"));
    await expect(client.send(read)).rejects.toMatchObject(denied("nobody"));
    expect(reached).toEqual([]);
  });

  test("refuses ListTables, a call that names no table", async () => {
    const client = new DynamoDBClient({ endpoint: await guarded("dynamodb"), ...common });
    const listing = runAsFunction("reader", () => client.send(new ListTablesCommand({})));
    await expect(listing()).rejects.toMatchObject(denied("dynamodb:ListTables"));
  });

  test("reports a refusal as an error that the service's own client recognises", async () => {
    const secrets = new SecretsManagerClient({ endpoint: await guarded("secretsmanager"), ...common });
    const secret = runAsFunction("reader", () => secrets.send(new GetSecretValueCommand({ SecretId: "key" })));
    await expect(secret()).rejects.toMatchObject(denied("secretsmanager:GetSecretValue"));
    const mail = new SESv2Client({ endpoint: await guarded("ses"), ...common });
    const command = new SendEmailCommand({ FromEmailAddress: "us@example.com", Content: {} });
    await expect(runAsFunction("reader", () => mail.send(command))()).rejects.toMatchObject(denied("ses:SendEmail"));
  });
});
