import { createHmac, createPublicKey } from "node:crypto";
import { decodeJwt } from "jose";
import { afterEach, beforeAll, expect, test } from "vitest";
import { routes } from "../../../domain/api.ts";
import { callRoute, pathOf, request, retryThrottled } from "../support/call-api.ts";
import { forgeToken, otherKey, poolKey, removeSignature, replaceClaims } from "../support/forge-token.ts";
import { goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, stored } from "../support/learners.ts";
import { expectRefusedSomewhere } from "../support/refused.ts";
import type { Rows } from "../support/rows.ts";

let learner: Awaited<ReturnType<typeof aLearner>>;
let other: Awaited<ReturnType<typeof aLearner>>;
let before: Rows[];
const rows = () => Promise.all([learner, other].map(({ userId }) => stored.rowsOf(userId)));
beforeAll(async () => {
  [learner, other] = [await aLearner(), await aLearner()];
  await learner.ask("choose-free-plan");
  before = await rows();
});
afterEach(async () => {
  expect(await rows()).toEqual(before);
});

const names = Object.keys(goodRequests) as (keyof typeof goodRequests)[];
const userRoutes = names.filter((name) => routes[name].access === "user");
const key = () => poolKey(cloud.directory);
const seconds = () => Math.floor(Date.now() / 1000);

/** Uses the public key as a shared secret. A check that trusts the algorithm in the header accepts the signature. */
function signWithPublicKey(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");
  const signed = `${header}.${token.split(".")[1]}`;
  const secret = createPublicKey(key()).export({ type: "spki", format: "pem" });
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

type Given = { access: string; id: string };
const headers: [what: string, make: (tokens: Given) => string | undefined | Promise<string>][] = [
  ["a request without a token", () => undefined],
  ["an empty token", () => "Bearer "],
  ["a malformed token", () => "Bearer one.two.three"],
  ["the text null as a token", () => "Bearer null"],
  ["a very long text as a token", () => `Bearer ${"a".repeat(8000)}`],
  [
    "an email and a password instead of a token",
    () => `Basic ${Buffer.from("asha@example.com:secret1").toString("base64")}`,
  ],
  ["a truncated token", ({ access }) => `Bearer ${access.slice(0, -20)}`],
  ["an expired token", async ({ access }) => `Bearer ${await forgeToken(access, { exp: seconds() - 60 }, key())}`],
  [
    "a token that is not valid yet",
    async ({ access }) => `Bearer ${await forgeToken(access, { nbf: seconds() + 600 }, key())}`,
  ],
  [
    "a token with changed claims under the original signature",
    ({ access }) => `Bearer ${replaceClaims(access, { sub: other.userId })}`,
  ],
  ["an unsigned token", ({ access }) => `Bearer ${removeSignature(access)}`],
  ["a token signed with the public key", ({ access }) => `Bearer ${signWithPublicKey(access)}`],
  [
    "a token signed with another pool's key",
    async ({ access }) => `Bearer ${await forgeToken(access, {}, otherKey())}`,
  ],
  [
    "a token of another issuer",
    async ({ access }) => `Bearer ${await forgeToken(access, { iss: "http://localhost/other" }, key())}`,
  ],
  [
    "another client's access token",
    async ({ access }) => `Bearer ${await forgeToken(access, { client_id: "another" }, key())}`,
  ],
  ["another client's id token", async ({ id }) => `Bearer ${await forgeToken(id, { aud: "another" }, key())}`],
  ["this client's id token", ({ id }) => `Bearer ${id}`],
  [
    "an access token without a user",
    async ({ access }) => `Bearer ${await forgeToken(access, { sub: undefined }, key())}`,
  ],
];

test.each(headers)("every route of learners refuses %s", async (_, make) => {
  const authorization = await make({ access: learner.tokens.AccessToken, id: learner.tokens.IdToken });
  for (const name of userRoutes) {
    const { params, body } = goodRequests[name];
    const answer = await request(cloud.apiUrl, pathOf(name, params), {
      method: routes[name].method,
      headers: { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expectRefusedSomewhere(answer, 401, "unauthorized");
  }
});

test("every route of learners refuses bad parameters without a token as unauthorized", async () => {
  for (const name of userRoutes) {
    const bad = "%2F";
    const ofExams = { attemptId: bad, markingId: bad };
    const ofShares = { shareId: bad, commentId: bad, teacherId: bad, learnerId: bad };
    const params = { scenarioId: bad, segmentId: bad, batchId: bad, language: bad, ...ofExams, ...ofShares };
    expectRefusedSomewhere(await callRoute(name, { apiUrl: cloud.apiUrl, params }), 401, "unauthorized");
  }
});

test("a public route ignores a bad token", async () => {
  const call = () =>
    callRoute("check-user-provider", { apiUrl: cloud.apiUrl, token: "bad", ...goodRequests["check-user-provider"] });
  expect(await retryThrottled(call)).toMatchObject({ status: 200 });
});

test("a token that the tests sign again without a change is accepted", async () => {
  const token = await forgeToken(learner.tokens.AccessToken, {}, key());
  expect(decodeJwt(token)).toEqual(decodeJwt(learner.tokens.AccessToken));
  expect((await callRoute("get-account", { apiUrl: cloud.apiUrl, token })).status).toBe(200);
});
