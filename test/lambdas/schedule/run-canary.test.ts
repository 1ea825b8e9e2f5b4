import type { RequestListener } from "node:http";
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  GetUserCommand,
  NotAuthorizedException,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { canaryEmail } from "../../../domain/accounts/canary-account.ts";
import type { SrpPool } from "../../../fakes/cognito/test/srp-client.ts";
import { listen } from "../../../fakes/foundation/listen.ts";
import { type CanaryAccount, createCanaryAccount, type Session } from "../../../lambdas/canary/canary-account.ts";
import { createLearnerApp, type LearnerApp } from "../../../lambdas/canary/learner-app.ts";
import { onEvent } from "../../../lambdas/on-event.ts";
import { scaleTimeLimits } from "../../../lambdas/runtime/time-limits.ts";
import { type CanaryServices, canarySteps, runCanary } from "../../../lambdas/schedule/run-canary.ts";
import { createPoolClient, fetchMails } from "../../support/learner.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { worthlessGrant } from "../support/fetch-content.ts";
import { cloud, stored } from "../support/learners.ts";

const Config = z.object({ region: z.string(), userPoolEndpoint: z.string(), realtimeUrl: z.string() });

let pool: SrpPool;
let poolEndpoint: string;
let realtimeUrl: string;
/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
const endpointVariable = "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER";

beforeAll(async () => {
  const config = Config.parse(await (await fetch(`${cloud.webUrl}/config.json`)).json());
  ({ realtimeUrl, userPoolEndpoint: poolEndpoint } = config);
  pool = await createPoolClient(cloud.webUrl);
  vi.stubEnv(endpointVariable, poolEndpoint);
  vi.stubEnv("AWS_REGION", config.region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
});
afterAll(() => {
  vi.unstubAllEnvs();
  pool.client.destroy();
});
beforeEach(captureLog);

const anAccount = (clientId = pool.clientId) => createCanaryAccount({ userPoolId: pool.userPoolId, clientId });
const anApp = (given: { apiUrl?: string; realtimeUrl?: string } = {}) =>
  createLearnerApp({ apiUrl: cloud.apiUrl, realtimeUrl, ...given });
const services = (given: Partial<CanaryServices> = {}): CanaryServices => ({
  canaryAccount: anAccount(),
  learnerApp: anApp(),
  ...given,
});
const run = (given: Partial<CanaryServices> = {}) => runCanary({}, services(given));

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(listener, 0);
  onTestFinished(close);
  return url;
}

const answerWith =
  (status: number, body = ""): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body);

function rememberingAccount(): CanaryAccount & { sessions: Session[] } {
  const account = anAccount();
  const sessions: Session[] = [];
  const logIn = async () => {
    const session = await account.logIn();
    sessions.push(session);
    return session;
  };
  return { ...account, logIn, sessions };
}

const isSessionOpen = async ({ accessToken }: Session): Promise<boolean> => {
  try {
    await pool.client.send(new GetUserCommand({ AccessToken: accessToken }));
    return true;
  } catch (error) {
    if (error instanceof NotAuthorizedException) return false;
    throw error;
  }
};

describe("a run of the canary", () => {
  test("passes in the local cloud, and reports that it received the example", async () => {
    const response = await fetch(`${cloud.webUrl}/local/run/canary`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([200, { example: "heard" }]);
  });

  test("logs the duration of each step", async () => {
    await run();
    const steps = logLines().slice(0, -1);
    expect(steps).toEqual(
      canarySteps.map((step) => expect.objectContaining({ level: "INFO", step, ms: expect.any(Number) })),
    );
    expect(logLines().at(-1)).toMatchObject({ level: "INFO", message: "canary passed", example: "heard" });
  });

  test("leaves no row, email or open session", async () => {
    const canaryAccount = rememberingAccount();
    await run({ canaryAccount });
    const user = await pool.client.send(
      new AdminGetUserCommand({ UserPoolId: pool.userPoolId, Username: canaryEmail }),
    );
    const sub = user.UserAttributes?.find(({ Name }) => Name === "sub")?.Value ?? "";
    expect(sub).not.toBe("");
    // The gateway reports the end of a connection after the client has closed it.
    await vi.waitFor(async () => {
      const rows = await stored.rowsOf(sub);
      expect(Object.entries(rows).filter(([, found]) => found.length > 0)).toEqual([]);
    });
    expect(await fetchMails(cloud.webUrl, canaryEmail)).toEqual([]);
    expect(await Promise.all(canaryAccount.sessions.map(isSessionOpen))).toEqual([false]);
  });

  test("passes while a second run is in progress", async () => {
    const both = await Promise.all([run(), run()]);
    expect(both).toEqual([{ example: "heard" }, { example: "heard" }]);
  });

  test("passes again after another run, and after the account was deleted", async () => {
    const canaryAccount = anAccount();
    await run({ canaryAccount });
    await run();
    expect(await run({ canaryAccount })).toEqual({ example: "heard" });
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId: pool.userPoolId, Username: canaryEmail }));
    expect(await run({ canaryAccount })).toEqual({ example: "heard" });
  });

  // A caller that may list the bucket receives 404 for a missing object:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html (read on 2026-11-25)
  test.each([
    ["no list of examples", answerWith(404)],
    ["an empty list of examples", answerWith(200, "[]")],
  ])("passes on a stage with %s, and reports that it received no example", async (_, listener) => {
    const folderUrl = `${await serve(listener)}/nepali/example/`;
    const app = anApp();
    const learnerApp: LearnerApp = {
      ...app,
      fetchGrant: async (accessToken) => ({ ...(await app.fetchGrant(accessToken)), folderUrl }),
    };
    expect(await run({ learnerApp })).toEqual({ example: "none" });
    expect(logLines().at(-1)).toMatchObject({ level: "INFO", message: "canary passed", example: "none" });
  });
});

const handle = (given: Partial<CanaryServices>) => {
  const { canaryAccount, learnerApp } = services(given);
  const providers = { canaryAccount: () => canaryAccount, learnerApp: () => learnerApp };
  return onEvent("run-canary", z.unknown(), runCanary, providers)({}, context);
};

async function failureOf(given: Partial<CanaryServices>): Promise<unknown> {
  await expect(handle(given)).rejects.toThrow();
  const errors = logLines().filter((line) => Object(line).level === "ERROR");
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    eventHandler: "run-canary",
    ms: expect.any(Number),
    reason: expect.stringMatching(/./),
  });
  const { step, code } = Object(errors[0]);
  return { step, code };
}

const closedPort = "localhost:9";

describe("a canary run reports the failed step with its code and duration", () => {
  test("if Cognito refuses the log-in", async () => {
    const canaryAccount = anAccount("another-client");
    expect(await failureOf({ canaryAccount })).toEqual({ step: "log in", code: "refused" });
  });

  test("if Cognito is unreachable", async () => {
    vi.stubEnv(endpointVariable, `http://${closedPort}`);
    onTestFinished(() => void vi.stubEnv(endpointVariable, poolEndpoint));
    expect(await failureOf({})).toEqual({ step: "log in", code: "unreachable" });
  });

  test.each([
    ["a refused grant", answerWith(503), "refused"],
    ["a grant of another shape", answerWith(200, '{"grants":[{}]}'), "bad_response"],
    ["a response that is not JSON", answerWith(200, "<html>"), "bad_response"],
    ["a response without a grant for the examples", answerWith(200, '{"grants":[]}'), "bad_response"],
  ] as const)("after %s", async (_, listener, code) => {
    const learnerApp = anApp({ apiUrl: await serve(listener) });
    expect(await failureOf({ learnerApp })).toEqual({ step: "content grant", code });
  });

  test("if the API is unreachable", async () => {
    const learnerApp = anApp({ apiUrl: `http://${closedPort}` });
    expect(await failureOf({ learnerApp })).toEqual({ step: "content grant", code: "unreachable" });
  });

  test("if the API does not respond in time", async () => {
    const app = anApp({ apiUrl: await serve(() => undefined) });
    onTestFinished(() => scaleTimeLimits(10));
    const fetchGrant: LearnerApp["fetchGrant"] = (accessToken) => {
      scaleTimeLimits(0.01);
      return app.fetchGrant(accessToken);
    };
    expect(await failureOf({ learnerApp: { ...app, fetchGrant } })).toEqual({ step: "content grant", code: "timeout" });
  });

  test("if the signature of the content grant is wrong", async () => {
    const app = anApp();
    const fetchGrant: LearnerApp["fetchGrant"] = async (accessToken) => {
      const grant = await app.fetchGrant(accessToken);
      return { ...grant, query: grant.query.replace(/Signature=..../, "Signature=AAAA") };
    };
    expect(await failureOf({ learnerApp: { ...app, fetchGrant } })).toEqual({ step: "recording", code: "refused" });
  });

  test("if the response is the whole audio instead of the requested range", async () => {
    const folderUrl = `${await serve((request, response) => {
      const list = request.url?.includes("/example-1/")
        ? [{ name: "One", audio: "one.mp3", original_script: "a", translated_script: "b" }]
        : [{ id: "example-1", scenario: "A visit" }];
      response.writeHead(200).end(request.url?.includes(".mp3") ? "audio" : JSON.stringify(list));
    })}/nepali/example/`;
    const app = anApp();
    const fetchGrant = async () => ({ ...worthlessGrant, folderUrl });
    expect(await failureOf({ learnerApp: { ...app, fetchGrant } })).toEqual({ step: "recording", code: "refused" });
  });

  test("if the channel does not open", async () => {
    const learnerApp = anApp({ realtimeUrl: `ws://${closedPort}` });
    expect(await failureOf({ learnerApp })).toEqual({ step: "live updates", code: "refused" });
  });

  test("if the channel refuses the token", async () => {
    const app = anApp();
    const learnerApp: LearnerApp = { ...app, joinChannel: () => app.joinChannel("not.a.token") };
    expect(await failureOf({ learnerApp })).toEqual({ step: "live updates", code: "refused" });
  });

  test("if the log-out fails", async () => {
    const canaryAccount = { ...anAccount(), logOut: anAccount("another-client").logOut };
    expect(await failureOf({ canaryAccount })).toEqual({ step: "log out", code: "refused" });
  });
});

test("a canary run logs out after a failed step", async () => {
  const canaryAccount = rememberingAccount();
  const learnerApp = anApp({ apiUrl: await serve(answerWith(500)) });
  await expect(run({ canaryAccount, learnerApp })).rejects.toThrow("500");
  expect(await Promise.all(canaryAccount.sessions.map(isSessionOpen))).toEqual([false]);
});
