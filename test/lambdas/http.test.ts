import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { routes } from "../../domain/api.ts";
import { Refusal, type RefusalCode, refusalStatus } from "../../domain/http/refusal.ts";
import { maxBodyBytes } from "../../domain/http/route.ts";
import { onHttp, onLearnerHttp, type RouteCall } from "../../lambdas/http.ts";
import { systemClock } from "../../lambdas/runtime/clock.ts";
import { closedAccounts, replaceClock } from "../../lambdas/services.ts";
import { captureLog, logLines } from "./support/capture-log.ts";
import { context, eventFor, requestId } from "./support/event.ts";

beforeEach(() => {
  captureLog();
  replaceClock({ now: () => new Date("2026-11-21T09:30:00.000Z") });
});
afterEach(() => replaceClock(systemClock));

const profile = { id: "user-1", full_name: "Asha", email: "asha@example.com", language_preference: null };
const change = { full_name: "Asha" };
const bodyOf = (value: unknown) => ({ body: JSON.stringify(value) });

function recorded() {
  const calls: RouteCall<"update-profile">[] = [];
  const handler = onLearnerHttp(
    routes,
    "update-profile",
    async (call) => {
      calls.push(call);
      return profile;
    },
    {},
  );
  return { handler, calls };
}

const refusing = (error: unknown) => onHttp(routes, "get-account", () => Promise.reject(error), {});
const read = ({ body = "" }: { body?: string | undefined }): unknown => JSON.parse(body);

/** HTTPS is not required of subdomains, because other services may use them. */
const hardened = {
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=63072000",
};

test("a refusal with a time to wait has a Retry-After header", async () => {
  const refusal = new Refusal("too_many_requests", "Not now", { retryAfterSeconds: 42 });
  const answer = await refusing(refusal)(eventFor("get-account"), context);
  expect(answer).toMatchObject({ statusCode: 429, headers: { "retry-after": "42", "cache-control": "no-store" } });
  expect(read(answer)).toEqual({ code: "too_many_requests", message: "Not now" });
  const other = await refusing(new Refusal("paid_plan_active", "Not now"))(eventFor("get-account"), context);
  expect(other.headers).not.toHaveProperty("retry-after");
});

test("the source address of a request comes from the gateway, not from the headers", async () => {
  const { handler, calls } = recorded();
  const event = eventFor("update-profile", bodyOf(change));
  await handler({ ...event, headers: { ...event.headers, "x-forwarded-for": "198.51.100.7" } }, context);
  expect(calls[0]?.request.sourceAddress).toBe("205.0.113.1");
});

describe("a successful call", () => {
  test("returns uncacheable JSON and the server's time", async () => {
    expect(await recorded().handler(eventFor("update-profile", bodyOf(change)), context)).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-server-time": "2026-11-21T09:30:00.000Z",
        ...hardened,
      },
      body: JSON.stringify(profile),
    });
  });

  test("passes the token's caller and the body to the handler's function", async () => {
    const { handler, calls } = recorded();
    await handler(eventFor("update-profile", bodyOf(change)), context);
    expect(calls).toEqual([
      {
        caller: { userId: "user-1", username: "asha" },
        params: {},
        body: change,
        request: {
          method: "PATCH",
          path: "/profile",
          rawBody: JSON.stringify(change),
          sourceAddress: "205.0.113.1",
          header: expect.any(Function),
        },
      },
    ]);
  });

  test("has no caller on a public route, although the request has a token", async () => {
    const callers: unknown[] = [];
    const handler = onHttp(
      routes,
      "check-user-provider",
      async ({ caller }) => {
        callers.push(caller);
        return { user_exists: false, provider: null, confirmed: false };
      },
      {},
    );
    await handler(eventFor("check-user-provider", bodyOf({ email_to_check: "a@example.com" })), context);
    expect(callers).toEqual([null]);
  });

  test("decodes a base64 body", async () => {
    const { handler, calls } = recorded();
    const body = Buffer.from(JSON.stringify({ full_name: "आशा" })).toString("base64");
    await handler(eventFor("update-profile", { body, isBase64Encoded: true }), context);
    expect(calls[0]?.body).toEqual({ full_name: "आशा" });
  });

  test("passes the path parameters to the handler's function", async () => {
    const handler = onLearnerHttp(
      routes,
      "complete-scenario",
      async ({ caller, params }) => ({
        user_id: caller.userId,
        scenario_id: params.scenarioId,
        topic_id: "employment" as const,
        completed_at: "2026-11-21T09:30:00.000Z",
      }),
      {},
    );
    const answer = await handler(eventFor("complete-scenario", { pathParameters: { scenarioId: "emp-1" } }), context);
    expect(read(answer)).toHaveProperty("scenario_id", "emp-1");
  });

  test("gets its services from their providers, and does not reuse those of an earlier call", async () => {
    let made = 0;
    const count = () => {
      made += 1;
      return made;
    };
    const handler = onLearnerHttp(
      routes,
      "update-profile",
      async (_, services: { nth: number }) => {
        return { ...profile, full_name: String(services.nth) };
      },
      { nth: count },
    );
    expect(made).toBe(0);
    await handler(eventFor("update-profile", bodyOf(change)), context);
    expect(read(await handler(eventFor("update-profile", bodyOf(change)), context))).toHaveProperty("full_name", "2");
  });

  test("may have a body of 64 KB, but no larger body, on a route without a signature", async () => {
    const { handler } = recorded();
    const body = JSON.stringify(change).padEnd(maxBodyBytes);
    expect(await handler(eventFor("update-profile", { body }), context)).toHaveProperty("statusCode", 200);
    const inBase64 = { body: Buffer.from(body).toString("base64"), isBase64Encoded: true };
    expect(await handler(eventFor("update-profile", inBase64), context)).toHaveProperty("statusCode", 200);
    const larger = { body: Buffer.from(`${body} `).toString("base64"), isBase64Encoded: true };
    expect(await handler(eventFor("update-profile", larger), context)).toHaveProperty("statusCode", 413);
  });
});

describe("a refused call", () => {
  test.each(Object.entries(refusalStatus))(
    "with %s returns status %i, the code and the message",
    async (code, status) => {
      const answer = await refusing(new Refusal(code as RefusalCode, "Not now"))(eventFor("get-account"), context);
      expect(answer).toMatchObject({
        statusCode: status,
        headers: { "content-type": "application/json", ...hardened },
      });
      expect(read(answer)).toEqual({ code, message: "Not now" });
    },
  );

  test.each([
    ["without an authorizer", null],
    ["with an id token", { sub: "user-1", "cognito:username": "asha", token_use: "id" }],
    ["with a token without a user", { username: "asha" }],
  ])("%s does not run the handler's function", async (_, claims) => {
    const { handler, calls } = recorded();
    const answer = await handler(eventFor("update-profile", { ...bodyOf(change), claims }), context);
    expect(answer).toHaveProperty("statusCode", 401);
    expect(calls).toEqual([]);
  });

  test("with an invalid body does not run the handler's function", async () => {
    const { handler, calls } = recorded();
    for (const body of ["", "{", "null", JSON.stringify({ full_name: 7 })]) {
      const answer = await handler(eventFor("update-profile", { body }), context);
      expect([400, body]).toEqual([Object(answer).statusCode, body]);
    }
    expect(calls).toEqual([]);
  });

  test("names an invalid field without its value", async () => {
    const { handler } = recorded();
    const answer = await handler(eventFor("update-profile", bodyOf({ language_preference: "klingon" })), context);
    expect(read(answer)).toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(/^body, language_preference: /),
    });
    expect(answer.body).not.toContain("klingon");
  });

  test("is logged with its status at the level INFO", async () => {
    await refusing(new Refusal("paid_plan_active", "Not now"))(eventFor("get-account"), context);
    expect(logLines()).toEqual([
      {
        ...{ level: "INFO", message: "answered", route: "get-account", requestId, userId: "user-1", status: 409 },
        code: "paid_plan_active",
        timestamp: expect.any(String),
      },
    ]);
  });
});

describe("a caller whose account is closing or closed", () => {
  const claimsOf = (sub: string) => ({ sub, username: "asha", token_use: "access" });

  test.each([
    ["closing", "account_closing", 409, "This account is being deleted. Delete it again to finish."],
    ["closed", "user_gone", 401, "This account has been deleted."],
  ] as const)(
    "is refused by onLearnerHttp while the account is %s, and the handler's function does not run",
    async (state, code, status, message) => {
      const user = `http-${state}`;
      await closedAccounts().begin({ userId: user, username: "asha" });
      if (state === "closed") await closedAccounts().finish(user);
      const { handler, calls } = recorded();
      const answer = await handler(eventFor("update-profile", { ...bodyOf(change), claims: claimsOf(user) }), context);
      expect(answer).toHaveProperty("statusCode", status);
      expect(read(answer)).toEqual({ code, message });
      expect(calls).toEqual([]);
    },
  );

  test.each(["get-account", "delete-user"] as const)(
    "reaches the handler's function of %s after the account is closed",
    async (name) => {
      await closedAccounts().begin({ userId: "http-served", username: "asha" });
      await closedAccounts().finish("http-served");
      const handler = onHttp(routes, name, () => Promise.reject(new Refusal("bad_request", "Reached")), {});
      const answer = await handler(eventFor(name, { claims: claimsOf("http-served") }), context);
      expect(read(answer)).toEqual({ code: "bad_request", message: "Reached" });
    },
  );
});
