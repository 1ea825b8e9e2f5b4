import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type RouteName, routes } from "../../../domain/api.ts";
import { subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { openClient, requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { signInThroughGoogle } from "../../support/google-sign-in.ts";
import { createEmail, createLearner, renewTokens, signIn } from "../../support/learner.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { apiOf } from "../support/call-api.ts";
import { forgeToken, poolKey } from "../support/forge-token.ts";
import { goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

type Learner = Awaited<ReturnType<typeof aLearner>>;
const returnUrl = `${cloud.webUrl}/pricing`;
const nothing = {
  ...{ profiles: [], subscriptions: [], user_progress: [], completed_scenarios: [], exam_attempts: [] },
  ...{ study_changes: [], connections: [], call_counts: [], shares: [], share_links: [], inboxes: [] },
};
const mark = { user_id: expect.any(String), state: "closed", begun_at: expect.any(String) };

const learnersRoutes = (Object.keys(goodRequests) as (keyof typeof goodRequests)[]).filter(
  (name) => routes[name].access === "user",
);

async function practise({ ask }: Learner): Promise<void> {
  await ask("update-profile", { body: { language_preference: "nepali" } });
  await ask("await-language", goodRequests["await-language"]);
  await ask("save-progress", goodRequests["save-progress"]);
  await ask("complete-scenario", goodRequests["complete-scenario"]);
  await ask("save-exam-attempt", goodRequests["save-exam-attempt"]);
  await ask("mark-exam-attempt", goodRequests["mark-exam-attempt"]);
  await ask("save-study-changes", goodRequests["save-study-changes"]);
  await ask("create-share", goodRequests["create-share"]);
}

async function buyPage({ ask }: Learner, billing: "monthly" | "once"): Promise<string> {
  const { url } = await ask("create-checkout-session", { body: { planType: "pro", billing, returnUrl } });
  return url;
}
const pay = (url: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" });

async function realtimeUrl(): Promise<string> {
  const config = await (await fetch(`${cloud.webUrl}/config.json`)).json();
  return z.object({ realtimeUrl: z.string() }).parse(config).realtimeUrl;
}

async function left(userId: string) {
  const { closed_accounts, ...rows } = await stored.rowsOf(userId);
  expect(closed_accounts).toEqual([mark]);
  return rows;
}

async function subscriptionsAt(payUrl: string, customer: unknown) {
  const url = new URL(`/v1/subscriptions?status=all&customer=${customer}`, payUrl);
  const response = await fetch(url, { headers: { authorization: "Bearer sk_test_local" } });
  const Listed = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) });
  return Listed.parse(await response.json()).data;
}

const providerPage = async (payUrl: string) => (await fetch(new URL(payUrl).origin)).text();

describe("a deleted account", () => {
  test("has no rows of the learner's data, and its email can be used for a new account", async () => {
    const learner = await aLearner();
    await practise(learner);
    await learner.ask("choose-free-plan");
    const other = await aLearner();
    await practise(other);
    const others = await stored.rowsOf(other.userId);
    expect(await learner.ask("delete-user")).toEqual({ deleted: true });
    expect(await left(learner.userId)).toEqual(nothing);
    expect(await stored.rowsOf(other.userId)).toEqual(others);
    await expect(signIn(cloud.webUrl, learner)).rejects.toThrow();
    const anew = await createLearner(cloud.webUrl, { email: learner.email, name: "Asha Anew" });
    const { ask } = apiOf(cloud.apiUrl, anew.tokens.AccessToken);
    expect(anew.userId).not.toBe(learner.userId);
    expect(await ask("get-account")).toMatchObject({ profile: { full_name: "Asha Anew" }, subscription: null });
    expect(await ask("list-completed-scenarios")).toEqual([]);
  });

  test("is refused by every route of a learner except delete-user while its token is valid", async () => {
    const learner = await aLearner();
    await practise(learner);
    await learner.ask("delete-user");
    for (const name of learnersRoutes.filter((route) => route !== "delete-user")) {
      expectRefused(await learner.call(name, goodRequests[name]), "user_gone");
    }
    const client = await requestHandshake(await realtimeUrl(), {
      "Sec-WebSocket-Protocol": subprotocolsFor(learner.tokens.AccessToken).join(", "),
    });
    expect(client.status).toBe(401);
    await expect(renewTokens(cloud.webUrl, learner.tokens.RefreshToken)).rejects.toThrow();
    expect(await learner.ask("delete-user")).toEqual({ deleted: true });
    expect(await left(learner.userId)).toEqual(nothing);
  });

  test("has no rows of the learner's data after three simultaneous deletions, which all succeed", async () => {
    const learner = await aLearner();
    await practise(learner);
    const answers = await Promise.all([1, 2, 3].map(() => learner.ask("delete-user")));
    expect(answers).toEqual([{ deleted: true }, { deleted: true }, { deleted: true }]);
    expect(await left(learner.userId)).toEqual(nothing);
  });

  test("has no open connection", async () => {
    const learner = await aLearner();
    const url = await realtimeUrl();
    const clients = [1, 2].map(() => openClient(url, subprotocolsFor(learner.tokens.AccessToken)));
    const stranger = openClient(url, subprotocolsFor((await aLearner()).tokens.AccessToken));
    for (const { opened } of [...clients, stranger]) await opened;
    await learner.ask("delete-user");
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1000, 1000]);
    expect(stranger.socket.readyState).toBe(WebSocket.OPEN);
    stranger.socket.close();
  });

  test("that bought a plan has a cancelled subscription and no email at the payment provider", async () => {
    const learner = await aLearner();
    const url = await buyPage(learner, "monthly");
    await pay(url);
    await learner.ask("refresh-subscription");
    expect(await providerPage(url)).toContain(learner.email);
    const [{ stripe_customer_id, stripe_subscription_id: id } = {}] = (await stored.rowsOf(learner.userId))
      .subscriptions;
    expect(await subscriptionsAt(url, stripe_customer_id)).toEqual([{ id, status: "active" }]);
    await learner.ask("delete-user");
    expect(await subscriptionsAt(url, stripe_customer_id)).toEqual([{ id, status: "canceled" }]);
    expect(await providerPage(url)).not.toContain(learner.email);
    // The provider's last events may arrive during this check.
    await vi.waitFor(async () => expect(await left(learner.userId)).toEqual(nothing), {
      timeout: scaledTimeoutMs(5_000),
    });
  });

  test("has no checkout page that accepts a payment", async () => {
    const learner = await aLearner();
    const url = await buyPage(learner, "once");
    await learner.ask("delete-user");
    expect((await pay(url)).headers.get("location")).toBeNull();
    expect(await left(learner.userId)).toEqual(nothing);
  });

  test("loses 5,000 rows of progress within 20 seconds", async () => {
    const learner = await aLearner();
    const rows = Array.from({ length: 5000 }, (_, nth) => ({
      ...{ user_id: learner.userId, scenario_id: `emp-${nth}`, segment_id: "segment-1", attempts: 1, completed: true },
      ...{ last_attempt_at: "2026-11-21T12:00:00.000Z", scenario_segment: `emp-${nth}#segment-1` },
    }));
    await stored.putAll("user_progress", rows);
    const before = performance.now();
    await learner.ask("delete-user");
    // The function's timeout is 29 s.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(await left(learner.userId)).toEqual(nothing);
  }, 60_000);
});

describe("an account whose deletion failed halfway", () => {
  test("can be read and deleted after a log-in, but refuses all other calls of the learner", async () => {
    const learner = await aLearner();
    await practise(learner);
    await stored.put("closed_accounts", { user_id: learner.userId, state: "closing" });
    await stored.remove("profiles", learner.userId);
    const rows = await stored.rowsOf(learner.userId);
    const again = apiOf(cloud.apiUrl, (await signIn(cloud.webUrl, learner)).AccessToken);
    expect((await again.ask("get-account")).profile.email).toBe(learner.email);
    for (const name of learnersRoutes.filter((route) => route !== "delete-user" && route !== "get-account")) {
      expectRefused(await again.call(name, goodRequests[name]), "account_closing");
    }
    expect(await stored.rowsOf(learner.userId)).toEqual(rows);
    expect(await again.ask("delete-user")).toEqual({ deleted: true });
    expect(await left(learner.userId)).toEqual(nothing);
  });
});

describe("a Google user", () => {
  test("gets a new account after a deletion, and the old token cannot read it", async () => {
    const person = { name: "Asha Rai", email: createEmail() };
    const before = await signInThroughGoogle(cloud.webUrl, person);
    const old = apiOf(cloud.apiUrl, before.tokens.AccessToken);
    await old.ask("update-profile", { body: { full_name: "Usha", language_preference: "nepali" } });
    await old.ask("delete-user");
    await expect(renewTokens(cloud.webUrl, before.tokens.RefreshToken)).rejects.toThrow();
    const after = await signInThroughGoogle(cloud.webUrl, person);
    expectRefused(await old.call("get-account"), "user_gone");
    expect(await old.ask("delete-user")).toEqual({ deleted: true });
    const fresh = apiOf(cloud.apiUrl, after.tokens.AccessToken);
    expect(after.userId).not.toBe(before.userId);
    expect(await fresh.ask("get-account")).toEqual({
      profile: { id: after.userId, full_name: "Asha Rai", email: person.email, language_preference: null },
      subscription: null,
      study_batch: 0,
    });
    expect(await left(before.userId)).toEqual(nothing);
  });

  test("can sign up with a password after a deletion, and through Google after a second deletion", async () => {
    const person = { name: "Asha Rai", email: createEmail() };
    const first = await signInThroughGoogle(cloud.webUrl, person);
    await expect(createLearner(cloud.webUrl, person)).rejects.toThrow();
    await apiOf(cloud.apiUrl, first.tokens.AccessToken).ask("delete-user");
    const second = await createLearner(cloud.webUrl, person);
    await expect(signInThroughGoogle(cloud.webUrl, person)).rejects.toThrow();
    await apiOf(cloud.apiUrl, second.tokens.AccessToken).ask("delete-user");
    const third = await signInThroughGoogle(cloud.webUrl, person);
    expect(new Set([first.userId, second.userId, third.userId]).size).toBe(3);
  });

  test("is refused and gets no profile if the user pool does not have this user", async () => {
    const username = `google_${Date.now()}`;
    const { tokens } = await aLearner();
    const token = await forgeToken(tokens.AccessToken, { sub: `sub-${username}`, username }, poolKey(cloud.directory));
    const gone = apiOf(cloud.apiUrl, token);
    expectRefused(await gone.call("get-account"), "user_gone");
    expect((await stored.rowsOf(`sub-${username}`)).profiles).toEqual([]);
  });
});

test("the tests of deleted accounts call every route of a learner", () => {
  const known: RouteName[] = learnersRoutes;
  const all = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].access === "user");
  expect([...known].sort()).toEqual(all.sort());
});
