import { describe, expect, test } from "vitest";
import { callLimits } from "../../../domain/call-limit.ts";
import type { EmailAccount } from "../../../lambdas/accounts/user-directory.ts";
import { checkUserProvider } from "../../../lambdas/api/check-user-provider.ts";
import type { CountedSubject } from "../../../lambdas/store/call-counts.ts";
import { signInThroughGoogle } from "../../support/google-sign-in.ts";
import { createEmail, createLearner, signUp } from "../../support/learner.ts";
import { callRoute, retryThrottled } from "../support/call-api.ts";
import { cloud } from "../support/learners.ts";

const ask = (email_to_check: string) =>
  callRoute("check-user-provider", { apiUrl: cloud.apiUrl, body: { email_to_check } });
const check = async (email: string) => {
  const { status, body } = await retryThrottled(() => ask(email));
  expect(status).toBe(200);
  return body;
};

const unknown = { user_exists: false, provider: null, confirmed: false };
const withPassword = { user_exists: true, provider: "email", confirmed: true };
const unconfirmed = { ...withPassword, confirmed: false };

describe("POST /check-user-provider", () => {
  test("returns no account for an email without a sign-up", async () => {
    expect(await check(createEmail())).toEqual(unknown);
  });

  test("returns no account for an email of 316 characters", async () => {
    const email = `${"a".repeat(60)}@${`${"b".repeat(60)}.`.repeat(4)}example.com`;
    expect(await check(email)).toEqual(unknown);
  });

  test('returns "email" to a caller without a token if the learner has a password', async () => {
    const { email } = await createLearner(cloud.webUrl);
    for (const typed of [email, email.toUpperCase(), ` ${email}\n`]) {
      expect(await check(typed)).toEqual(withPassword);
    }
  });

  test("reports an unconfirmed account whose email was written in capitals", async () => {
    const { email } = await signUp(cloud.webUrl, { email: createEmail().toUpperCase() });
    expect(await check(email.toLowerCase())).toEqual(unconfirmed);
  });

  test('returns "google" for a learner who signed up through Google', async () => {
    const { email } = await signInThroughGoogle(cloud.webUrl, { name: "Asha Rai", email: createEmail() });
    expect(await check(email.toUpperCase())).toEqual({ user_exists: true, provider: "google", confirmed: true });
  });

  test("limits calls for two letter cases of an email together, and for another email separately", async () => {
    const email = createEmail();
    const { calls } = callLimits["account-check-email"];
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let nth = 0; nth <= calls; nth += 1)
      answers.push(await ask(nth % 2 === 0 ? email : ` ${email.toUpperCase()}`));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toEqual(answers.slice(-1));
    expect(refused[0]?.body).toEqual({
      code: "too_many_requests",
      message: "Too many attempts. Try again in 10 minutes.",
    });
    expect(await check(createEmail())).toEqual(unknown);
  });
});

describe("checkUserProvider", () => {
  const email = "asha@example.com";
  const startedAt = new Date("2026-11-21T09:30:00.000Z");

  /** The call limit `refused` refuses the call. */
  function world(tookMs: number, { refused = null }: { refused?: string | null } = {}) {
    const counted: CountedSubject[] = [];
    const pauses: number[] = [];
    let now = startedAt.getTime();
    const call = {
      body: { email_to_check: email },
      request: { method: "POST", path: "/", rawBody: "", sourceAddress: "2001:db8:1:2:3::4", header: () => "" },
    };
    const services = (...accounts: Partial<EmailAccount>[]) => ({
      clock: { now: () => new Date(now) },
      users: {
        accountsOf: async () => {
          now += tookMs;
          return accounts.map((account) => ({
            username: "1",
            provider: "email" as const,
            confirmed: true,
            ...account,
          }));
        },
      },
      callCounts: {
        admit: async (each: CountedSubject) => {
          counted.push(each);
          return each.kind === refused ? 42 : null;
        },
      },
      pause: async (ms: number) => {
        pauses.push(ms);
      },
    });
    return { call, services, counted, pauses };
  }

  test.each<[EmailAccount["provider"] | null, Partial<EmailAccount>[], boolean]>([
    ["email", [{}], true],
    ["google", [{ provider: "google" }], true],
    ["email", [{ confirmed: false }], false],
    ["google", [{ confirmed: false }, { provider: "google" }], true],
    [null, [], false],
  ])("returns the provider %s for the accounts %j after 300 ms", async (provider, accounts, confirmed) => {
    const { call, services, pauses } = world(17);
    const answer = { user_exists: provider !== null, provider, confirmed };
    expect(await checkUserProvider(call, services(...accounts))).toEqual(answer);
    expect(pauses).toEqual([283]);
  });

  test.each([
    [0, 300],
    [299, 1],
    [300, 300],
    [301, 299],
    [1234, 266],
    [-5000, 300],
  ])("after a look-up of %i ms, pauses for %i ms", async (tookMs, pausedMs) => {
    const { call, services, pauses } = world(tookMs);
    await checkUserProvider(call, services());
    expect(pauses).toEqual([pausedMs]);
  });

  test("counts the call once for the network and once for the email", async () => {
    const { call, services, counted } = world(0);
    await checkUserProvider(call, services());
    expect(counted).toEqual([
      { kind: "account-check-network", subject: "2001:db8:1:2::/64" },
      { kind: "account-check-email", subject: email },
    ]);
  });

  test.each(["account-check-network", "account-check-email"])(
    "refuses a call beyond the limit %s before it calls the user pool",
    async (refused) => {
      const { call, services, pauses } = world(0, { refused });
      const users = { accountsOf: () => Promise.reject(new Error("The user pool was asked")) };
      await expect(checkUserProvider(call, { ...services(), users })).rejects.toMatchObject({
        code: "too_many_requests",
        retryAfterSeconds: 42,
      });
      expect(pauses).toEqual([]);
    },
  );

  test("throws if the user pool is unavailable", async () => {
    const { call, services } = world(0);
    const users = { accountsOf: () => Promise.reject(new Error("The user pool is not there")) };
    await expect(checkUserProvider(call, { ...services(), users })).rejects.toThrow("not there");
  });
});
