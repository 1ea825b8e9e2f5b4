import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Context } from "aws-lambda";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { routes } from "../../../domain/api.ts";
import { createSessionCheck } from "../../../lambdas/accounts/session-check.ts";
import { createSignUpConfirmation } from "../../../lambdas/accounts/sign-up-confirmation.ts";
import { createTokenCheck } from "../../../lambdas/accounts/token-check.ts";
import { createUserDirectory } from "../../../lambdas/accounts/user-directory.ts";
import { createConnectionGateway } from "../../../lambdas/connections/connection-gateway.ts";
import { sendResourceResponse } from "../../../lambdas/deployment/custom-resource.ts";
import { createSigningKeyStore } from "../../../lambdas/deployment/signing-key-store.ts";
import { createContentSigner } from "../../../lambdas/files/content-signer.ts";
import { createExportFiles } from "../../../lambdas/files/export-files.ts";
import { onHttp } from "../../../lambdas/http.ts";
import { createMailer } from "../../../lambdas/mail/mail.ts";
import { onEvent } from "../../../lambdas/on-event.ts";
import { createStripeAccess, createStripeClient } from "../../../lambdas/payments/stripe/client.ts";
import { createStripePaymentProvider } from "../../../lambdas/payments/stripe/stripe-payment-provider.ts";
import { createEventBus } from "../../../lambdas/runtime/event-bus.ts";
import { paymentTimeoutMs, scaleTimeLimits, withDeadline } from "../../../lambdas/runtime/time-limits.ts";
import { openDocumentStore } from "../../../lambdas/store/document-store.ts";
import { createUserProgressStore } from "../../../lambdas/store/progress.ts";
import { startTokenIssuer } from "../realtime/token-issuer.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import { eventFor } from "../support/event.ts";

beforeEach(() => {
  captureLog();
  // With this factor an attempt times out after 40 to 160 ms, depending on the service. A call without a limit makes the
  // test time out.
  scaleTimeLimits(0.02);
  onTestFinished(() => scaleTimeLimits(10));
});

/** Starts a server that accepts connections and sends at most `beginning`. */
async function startSilence(beginning = "") {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    if (beginning !== "") socket.once("data", () => socket.write(beginning));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pointSdkAt(url);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url, asked: () => sockets.length };
}

function pointSdkAt(url: string): void {
  // A variable such as AWS_ENDPOINT_URL_DYNAMODB overrides AWS_ENDPOINT_URL.
  const ofServices = Object.keys(process.env).filter((name) => name.startsWith("AWS_ENDPOINT_URL_"));
  for (const name of ["AWS_ENDPOINT_URL", ...ofServices]) vi.stubEnv(name, url);
  vi.stubEnv("AWS_REGION", "ap-southeast-2");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "nobody");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "nothing");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

const withLeft = (ms: number) => ({ awsRequestId: "r1", getRemainingTimeInMillis: () => ms }) as Context;
const plenty = withLeft(10_000);

const answerOf = (work: () => Promise<unknown>, context = plenty) =>
  onHttp(
    routes,
    "get-account",
    async () => {
      await work();
      throw new Error("A service that is silent has answered");
    },
    {},
  )(eventFor("get-account"), context);

function expectTurnedAway(answer: unknown, code: string): void {
  expect(answer).toMatchObject({ statusCode: 503, headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) } });
  expect(JSON.parse(Object(answer).body)).toEqual({ code, message: expect.stringContaining("try again") });
}

const mail = { to: "a@example.com", subject: "s", text: "t", html: "h" };
const content = { contentOrigin: "https://c.example", keyPairId: "K1", privateKeySecretId: "s" };
const link = { fileName: "f", lifetimeSeconds: 60 };

describe("a service that accepts connections and never answers", () => {
  test.each<[string, string, (url: string) => Promise<unknown>]>([
    [
      "DynamoDB",
      "service_unavailable",
      () => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1"),
    ],
    ["Cognito, asked for a session", "service_unavailable", () => createSessionCheck().holds("token")],
    [
      "Cognito, asked for a user",
      "service_unavailable",
      () => createUserDirectory("pool_1").accountsOf("a@example.com"),
    ],
    [
      "Cognito, waiting for a trigger",
      "service_unavailable",
      () =>
        createSignUpConfirmation("web").confirm({
          email: "a@example.com",
          code: "123456",
          fullName: undefined,
          passwordClaim: "owed:s:k",
        }),
    ],
    [
      "EventBridge",
      "service_unavailable",
      () => createEventBus("b").publish({ type: "ExamChanged", userId: "u", attemptId: "a" }),
    ],
    ["SES", "mail_unavailable", () => createMailer({ sender: "p@example.com", configurationSet: "c" }).send(mail)],
    [
      "Secrets Manager, asked for the content key",
      "service_unavailable",
      () => createContentSigner(content).grant("f/", 60),
    ],
    ["Secrets Manager, asked for the deployment's key", "service_unavailable", () => createSigningKeyStore().read("s")],
    [
      "Secrets Manager, asked for Stripe's keys",
      "service_unavailable",
      (url) => createStripePaymentProvider(createStripeAccess({ secretId: "s", apiUrl: url })).hasCustomer("cus_1"),
    ],
    ["S3", "service_unavailable", () => createExportFiles("bucket", allowEveryAccount).store("u1", "{}", link)],
    ["the gateway of connections", "service_unavailable", (url) => createConnectionGateway(url).end("c1")],
    [
      "Stripe",
      "payments_unavailable",
      (url) => {
        const access = async () => ({ stripe: createStripeClient("sk_test_1", url), webhookSecret: "w" });
        return createStripePaymentProvider(access).hasCustomer("cus_1");
      },
    ],
  ])("causes at least one retry, then a 503 response: %s", async (_, code, ask) => {
    const { url, asked } = await startSilence();
    expectTurnedAway(await answerOf(() => ask(url)), code);
    expect(asked()).toBeGreaterThanOrEqual(2);
    expect(logLines().at(-1)).toMatchObject({ message: "answered", status: 503 });
  });

  test("causes a retry of the request for the token keys, then an error", async () => {
    const issuer = await startTokenIssuer();
    onTestFinished(() => issuer.close());
    const token = await issuer.token("u1");
    const { url } = await startSilence();
    const fetching = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => fetching.mockRestore());
    const { check } = createTokenCheck({ issuer: url, clientId: "web" });
    await expect(check(token)).rejects.toThrow();
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  test("makes an event handler throw an error, and log a TimeoutError", async () => {
    await startSilence();
    const name = async () => createEventBus("b").publish({ type: "ExamChanged", userId: "u", attemptId: "a" });
    await expect(onEvent("r", z.unknown(), name, {})({}, plenty)).rejects.toThrow();
    expect(logLines()).toMatchObject([{ level: "ERROR", message: "failed", error: "TimeoutError" }]);
  });

  test("makes the response to CloudFormation fail", async () => {
    const { url } = await startSilence();
    const request = {
      RequestType: "Delete" as const,
      RequestId: "r",
      ResponseURL: url,
      StackId: "s",
      LogicalResourceId: "l",
    };
    await expect(
      sendResourceResponse({ ...request, ResourceProperties: {} }, { Status: "SUCCESS", PhysicalResourceId: "p" }),
    ).rejects.toThrow();
  });
});

test("a service that does not finish its response causes a 503 response", async () => {
  await startSilence(
    'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 999\r\n\r\n{"Items":',
  );
  expectTurnedAway(
    await answerOf(() => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1")),
    "service_unavailable",
  );
});

test("a function with too little time for a service call sends no request", async () => {
  const { asked } = await startSilence();
  const ask = () => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1");
  expectTurnedAway(await answerOf(ask, withLeft(45)), "service_unavailable");
  expect(asked()).toBe(0);
  expect(logLines()[0]).toMatchObject({ level: "ERROR", message: "failed", error: "OutOfTimeError" });
});

test.each([
  [29_000, 8_000],
  [7_000, 5_000],
  [500, 1],
])("paymentTimeoutMs in a function with %i ms left returns %i", (left, limit) => {
  scaleTimeLimits(1);
  expect(withDeadline(withLeft(left), paymentTimeoutMs)).toBe(limit);
});

/** Starts a server that refuses every call in the format of AWS's JSON services. */
async function startRefusing(status: number, type: string) {
  let calls = 0;
  const server = createHttpServer((request, response) => {
    calls += 1;
    request.resume();
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify({ __type: type, message: "Rate exceeded" }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  pointSdkAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { calls: () => calls };
}

describe("a service that throttles or fails", () => {
  // Cognito's ThrottlingException:
  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html
  test.each<[string, number, string, () => Promise<unknown>]>([
    ["Cognito", 400, "TooManyRequestsException", () => createSessionCheck().holds("token")],
    ["Cognito", 400, "ThrottlingException", () => createUserDirectory("pool_1").accountsOf("a@example.com")],
    [
      "Cognito",
      400,
      "TooManyRequestsException",
      () =>
        createSignUpConfirmation("web").confirm({
          email: "a@example.com",
          code: "123456",
          fullName: undefined,
          passwordClaim: "owed:s:k",
        }),
    ],
    ["Cognito", 500, "InternalErrorException", () => createUserDirectory("pool_1").signOutEverywhere("asha")],
    [
      "DynamoDB",
      400,
      "ProvisionedThroughputExceededException",
      () => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1"),
    ],
    [
      "DynamoDB",
      500,
      "InternalServerError",
      () => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1"),
    ],
  ])("causes a 503 response with a time to wait: %s with %i %s", async (_, status, type, ask) => {
    scaleTimeLimits(10);
    const { calls } = await startRefusing(status, type);
    expectTurnedAway(await answerOf(ask, withLeft(900_000)), "service_unavailable");
    expect(calls()).toBeGreaterThanOrEqual(2);
  });

  test.each([
    [400, "ResourceNotFoundException"],
    [400, "AccessDeniedException"],
  ])("causes an internal error if a retry would not help: %i %s", async (status, type) => {
    scaleTimeLimits(10);
    await startRefusing(status, type);
    const ask = () => createUserProgressStore(openDocumentStore(), "t", allowEveryAccount).page("u1");
    expect(await answerOf(ask, withLeft(900_000))).toMatchObject({ statusCode: 500 });
  });
});
