import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { App, AssetStaging, Stack } from "aws-cdk-lib";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { HandlerFunction } from "../../lib/handler-function.ts";
import { Monitoring } from "../../lib/monitoring.ts";
import { readStage } from "../../lib/stages.ts";
import { context, eventFor } from "../lambdas/support/event.ts";

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;

/** Returns the folder that a deploy would upload. */
function bundle(handler: string): string {
  const app = new App();
  const stack = new Stack(app, "test");
  const config = readStage("dev");
  const monitoring = new Monitoring(stack, "Monitoring", { config });
  const made = new HandlerFunction(stack, "Handler", {
    handler,
    area: "The stage as a whole",
    impact: "Learners cannot be served.",
    environment: {},
    statements: [],
    config,
    monitoring,
  });
  const [asset] = made.node.findAll().filter((node) => node instanceof AssetStaging);
  if (!asset) throw new Error("The handler has no bundle");
  return asset.absoluteStagedPath;
}

describe("the bundle of a handler", () => {
  let folder = "";
  let handler: Handler;

  beforeAll(async () => {
    folder = bundle("api/get-account");
    handler = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "index.mjs")).href)).handler;
  });

  test("is one file, which is smaller than 400 kB for get-account", () => {
    expect(readdirSync(folder)).toEqual(["index.mjs"]);
    expect(statSync(join(folder, "index.mjs")).size).toBeLessThan(400_000);
  });

  test("defines require() for CommonJS packages", () => {
    expect(readFileSync(join(folder, "index.mjs"), "utf8")).toMatch(/const require ?=/);
  });

  test("runs without other files, and responds to a call", async () => {
    const event = {
      version: "2.0",
      rawPath: "/account",
      requestContext: { requestId: "1", http: { method: "GET" } },
    };
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { statusCode, body } = await handler(event, { awsRequestId: "1", getRemainingTimeInMillis: () => 10_000 });
    expect(statusCode).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ code: "unauthorized" });
  });

  test("signs its calls with Lambda's credentials from the environment", async () => {
    const signatures: string[] = [];
    const server = createServer((request, response) => {
      signatures.push(request.headers.authorization ?? "");
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Items":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port");
    const environment = {
      AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${address.port}`,
      AWS_REGION: "ap-southeast-2",
      AWS_SECRET_ACCESS_KEY: "secret",
      CLOSED_ACCOUNTS_TABLE: "closed-accounts",
      COMPLETED_SCENARIOS_TABLE: "completed-scenarios",
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = pathToFileURL(join(bundle("api/list-completed-scenarios"), "index.mjs")).href;
    const { handler: list }: { handler: Handler } = await import(/* @vite-ignore */ file);
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect((await list(eventFor("list-completed-scenarios"), context)).statusCode).toBe(200);
    const signed = expect.stringContaining("Credential=AKIDEXAMPLE/");
    expect(signatures, "the closed accounts and the list").toEqual([signed, signed]);
  });
});
