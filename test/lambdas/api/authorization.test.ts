import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ExportLink } from "../../../domain/accounts/account.ts";
import { type RouteName, routes } from "../../../domain/api.ts";
import type { Route } from "../../../domain/http/route.ts";
import { fetchMails } from "../../support/learner.ts";
import { type Answer, pathOf, request, retryThrottled } from "../support/call-api.ts";
import { forgeToken, otherKey, poolKey } from "../support/forge-token.ts";
import { type GoodRequest, goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, inDays, paidRow, stored, subscribe } from "../support/learners.ts";
import type { Rows } from "../support/rows.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;
type Outcome = `${number}` | `${number} ${string}`;
/** `owner` is a learner with data and a single-month plan. `other` is a learner with only a profile. */
type Row = { owner: Outcome; other: Outcome };

const returnUrl = `${cloud.webUrl}/pricing`;
const same = (outcome: Outcome): Row => ({ owner: outcome, other: outcome });

const matrix: Record<RouteName, Row> = {
  "check-user-provider": same("200"),
  "confirm-email": same("400 code_expired"),
  "get-account": same("200"),
  "get-home": same("200"),
  "export-account": same("200"),
  "update-profile": same("200"),
  "await-language": same("200"),
  "choose-free-plan": { owner: "409 paid_plan_active", other: "200" },
  "cancel-plan": { owner: "200", other: "409 no_active_plan" },
  "resume-plan": { owner: "200", other: "409 no_active_plan" },
  "refresh-subscription": same("200"),
  "create-checkout-session": same("200"),
  "customer-portal": same("409 not_recurring"),
  "stripe-webhook": same("400 bad_signature"),
  "grant-content": same("200"),
  "save-progress": same("200"),
  "list-progress": same("200"),
  "list-completed-scenarios": same("200"),
  "complete-scenario": same("200"),
  "list-exam-attempts": same("200"),
  "save-exam-attempt": same("200"),
  "delete-exam-attempt": same("200"),
  "list-exam-markings": { owner: "200", other: "404 attempt_not_found" },
  "mark-exam-attempt": { owner: "200", other: "404 attempt_not_found" },
  "delete-exam-marking": { owner: "200", other: "404 attempt_not_found" },
  "list-study-changes": same("200"),
  "save-study-changes": same("200"),
  "create-share": same("200"),
  "list-shares": same("200"),
  "get-share": same("404 share_not_found"),
  "request-uploads": same("404 share_not_found"),
  "change-share": same("404 share_not_found"),
  "revoke-share": same("200"),
  "delete-share-comment": same("200"),
  "set-feedback-email": same("200"),
  "leave-teacher": same("200"),
  "open-share": same("404 link_unknown"),
  "save-guest-comment": same("404 link_unknown"),
  "delete-guest-writing": same("404 link_unknown"),
  "mark-shared-exam": same("404 link_unknown"),
  "report-share": same("404 link_unknown"),
  "add-reusable-comment": same("404 link_unknown"),
  "get-inbox": same("200"),
  "keep-share": same("404 link_unknown"),
  "open-inbox-share": same("404 share_not_found"),
  "remove-inbox-share": same("200"),
  "remove-learner": same("200"),
  "send-support-email": same("200"),
  "end-sessions": same("200"),
  "delete-user": same("200"),
};

const names = Object.keys(routes) as RouteName[];
const ofLearners = names.filter((name) => routes[name].access === "user");
const ofOthers = names.filter((name) => routes[name].access !== "user");

const special: Partial<Record<RouteName, GoodRequest>> = {
  "create-checkout-session": { body: { planType: "pro", billing: "once", returnUrl } },
  "customer-portal": { body: { returnUrl } },
  "stripe-webhook": { body: { type: "invoice.paid" } },
};
const requestOf = (name: RouteName): GoodRequest =>
  special[name] ?? goodRequests[name as keyof typeof goodRequests] ?? {};

function send(name: RouteName, authorization: string | undefined, claimed = ""): Promise<Answer> {
  const { params, body } = requestOf(name);
  const { method }: Route = routes[name];
  const target = pathOf(name, params);
  const claims = claimed && { "x-user-id": claimed, "x-amzn-oidc-identity": claimed, cookie: `user_id=${claimed}` };
  const init = {
    method,
    headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}), ...(claims || {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const query = claimed && `?user_id=${claimed}&userId=${claimed}&sub=${claimed}&id=${claimed}`;
  return retryThrottled(() => request(cloud.apiUrl, `${target}${query}`, init));
}

function outcomeOf({ status, body }: Answer): Outcome {
  const refusal = z.object({ code: z.string(), message: z.string() }).safeParse(body);
  return refusal.success && status >= 400 ? `${status} ${refusal.data.code}` : `${status}`;
}

const seconds = () => Math.floor(Date.now() / 1000);

async function anOwner(): Promise<Learner> {
  const owner = await aLearner({ name: "Olive Owner" });
  await owner.ask("update-profile", { body: { language_preference: "spanish" } });
  const { stripe_customer_id: _, ...row } = paidRow(owner.userId, { stripe_subscription_id: `pi_${owner.userId}` });
  await subscribe(row);
  await owner.ask("save-progress", {
    ...goodRequests["save-progress"],
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
  });
  await owner.ask("complete-scenario", { params: { scenarioId: "emp-1" } });
  const { params, body } = goodRequests["save-exam-attempt"];
  await owner.ask("save-exam-attempt", { params: params ?? {}, body: { ...body, revision: 1 } });
  const marker = { type: "marker", changed_at: inDays(-1), name: "Olive" };
  await owner.ask("mark-exam-attempt", {
    params: goodRequests["mark-exam-attempt"].params ?? {},
    body: { created_at: inDays(-1), changes: [marker] },
  });
  await owner.ask("save-study-changes", goodRequests["save-study-changes"]);
  await owner.ask("create-share", goodRequests["create-share"]);
  // The connection must be valid, because a pushed change would remove an expired connection.
  const until = seconds() + 3600;
  const times = { connected_at: inDays(0), good_until: until, expires_at: until };
  await stored.put("inboxes", { user_id: owner.userId, inbox_row: "saved", comments: ["Slower."] });
  const connection = { seat: "01", connection_id: `connection-of-${owner.userId}`, ...times };
  await stored.put("connections", { user_id: owner.userId, ...connection });
  return owner;
}

const bearer = (token: string) => `Bearer ${token}`;

let owner: Learner;
let before: Rows;
beforeAll(async () => {
  owner = await anOwner();
  before = await stored.rowsOf(owner.userId);
});

test("the owner in the authorization tests has rows in at least nine tables", () => {
  const { exam_attempts: _, call_counts: __, closed_accounts: ___, ...others } = before;
  const { shares, share_links: ____, ...single } = others;
  // The rows are a share and the learner's ledger of shares.
  expect(shares).toHaveLength(2);
  expect(Object.keys(single).length, "tables besides shares and exam_attempts").toBeGreaterThanOrEqual(7);
  for (const [table, rows] of Object.entries(single)) expect([table, rows.length]).toEqual([table, 1]);
  // The rows are an exam attempt and its marking.
  expect(before.exam_attempts).toHaveLength(2);
});

describe.each<[string, (token: string) => Promise<string | undefined>]>([
  ["no token", async () => undefined],
  [
    "an expired token",
    (token) => forgeToken(token, { exp: seconds() - 1, iat: seconds() - 3601 }, poolKey(cloud.directory)).then(bearer),
  ],
  ["a forged token", (token) => forgeToken(token, {}, otherKey()).then(bearer)],
  [
    "a token of another pool",
    (token) =>
      forgeToken(token, { iss: "https://cognito-idp.ap-southeast-2.amazonaws.com/x_Other" }, otherKey()).then(bearer),
  ],
])("a request with %s", (_, authorizationFrom) => {
  let authorization: string | undefined;
  beforeAll(async () => {
    authorization = await authorizationFrom(owner.tokens.AccessToken);
  });

  test.each(ofLearners)("to %s is refused and changes none of the owner's rows", async (name) => {
    expect(outcomeOf(await send(name, authorization, owner.userId))).toMatch(/^401( unauthorized)?$/);
    expect(await stored.rowsOf(owner.userId)).toEqual(before);
  });

  test.each(ofOthers)(
    "to %s has the same outcome as a request of another learner, and changes none of the owner's rows",
    async (name) => {
      expect(outcomeOf(await send(name, authorization, owner.userId))).toBe(matrix[name].other);
      expect(await stored.rowsOf(owner.userId)).toEqual(before);
    },
  );
});

describe.each(names)("the route %s", (name) => {
  test("hides the owner's id, email, name and language from another learner, and changes no row of the owner", async () => {
    const other = await aLearner({ name: "Otto Other" });
    const answer = await send(name, bearer(other.tokens.AccessToken), owner.userId);
    expect(outcomeOf(answer)).toBe(matrix[name].other);
    expect(await stored.rowsOf(owner.userId)).toEqual(before);
    const link = ExportLink.safeParse(answer.body);
    const file = link.success ? await (await fetch(link.data.url)).text() : "";
    const mails = JSON.stringify(await fetchMails(cloud.webUrl, "support@parlance.example"));
    for (const secret of [owner.userId, owner.email]) {
      expect(JSON.stringify(answer.body ?? null) + file + mails).not.toContain(secret);
    }
    expect(JSON.stringify(answer.body ?? null) + file).not.toMatch(/Olive|spanish/);
  });

  test("returns the expected outcome to another learner with data and a single-month plan", async () => {
    const another = await anOwner();
    const answer = await send(name, bearer(another.tokens.AccessToken), owner.userId);
    expect(outcomeOf(answer)).toBe(matrix[name].owner);
    expect(await stored.rowsOf(owner.userId)).toEqual(before);
    if (routes[name].access === "user") expect(JSON.stringify(answer.body)).not.toContain(owner.userId);
  });
});

test("the authorization matrix has an expected outcome and a request for every route", () => {
  expect(Object.keys(matrix).sort()).toEqual([...names].sort());
  for (const name of names) expect([name, name in special || name in goodRequests]).toEqual([name, true]);
});
