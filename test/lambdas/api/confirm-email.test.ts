import { describe, expect, test } from "vitest";
import { logInRefusals } from "../../../domain/accounts/trigger-refusals.ts";
import { Refusal } from "../../../domain/http/refusal.ts";
import { confirmEmail } from "../../../lambdas/api/confirm-email.ts";
import type { CountedSubject } from "../../../lambdas/store/call-counts.ts";
import { createEmail, createLearner, fetchCode, signIn, signUp } from "../../support/learner.ts";
import { apiOf, callRoute, retryThrottled } from "../support/call-api.ts";
import { cloud, stored } from "../support/learners.ts";

type Confirmation = { email: string; code: string; password: string; full_name?: string };

const confirm = (body: Confirmation) =>
  retryThrottled(() => callRoute("confirm-email", { apiUrl: cloud.apiUrl, body }));
const otherCode = (code: string) => (code === "111111" ? "222222" : "111111");

describe("POST /email-confirmations", () => {
  test("replaces a stranger's password and name with those of the email's owner", async () => {
    const hostage = await signUp(cloud.webUrl, { name: "A Stranger" });
    const { email } = hostage;
    const owner = { email, password: "the owner's own", full_name: "Asha Rai" };
    const answer = await confirm({ ...owner, email: email.toUpperCase(), code: await fetchCode(cloud.webUrl, email) });
    expect(answer).toMatchObject({ status: 200, body: { confirmed: true } });
    await expect(signIn(cloud.webUrl, hostage)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    const { AccessToken, IdToken } = await signIn(cloud.webUrl, owner);
    expect((await apiOf(cloud.apiUrl, AccessToken).ask("get-account")).profile).toEqual({
      id: hostage.userId,
      full_name: "Asha Rai",
      email,
      language_preference: null,
    });
    expect(Buffer.from(IdToken.split(".")[1] ?? "", "base64url").toString()).not.toContain("Stranger");
  });

  test("keeps the name of the sign-up if the call has no name", async () => {
    const { email, userId } = await signUp(cloud.webUrl, { name: "Asha Rai" });
    await confirm({ email, code: await fetchCode(cloud.webUrl, email), password: "another horse" });
    expect((await stored.rowsOf(userId)).profiles).toMatchObject([{ full_name: "Asha Rai" }]);
  });

  test("does not confirm the email or change the password if the code is wrong", async () => {
    const signedUp = await signUp(cloud.webUrl);
    const code = await fetchCode(cloud.webUrl, signedUp.email);
    const wrong = await confirm({ email: signedUp.email, code: otherCode(code), password: "a stranger's" });
    expect(wrong).toMatchObject({ status: 400, body: { code: "code_mismatch", message: "Invalid verification code" } });
    await expect(signIn(cloud.webUrl, signedUp)).rejects.toThrow(logInRefusals.unconfirmed);
    await confirm({ email: signedUp.email, code, password: signedUp.password });
    await expect(signIn(cloud.webUrl, { ...signedUp, password: "a stranger's" })).rejects.toThrow();
    expect(await signIn(cloud.webUrl, signedUp)).toHaveProperty("AccessToken");
  });

  test("refuses a confirmed account and does not change its name or password", async () => {
    const learner = await createLearner(cloud.webUrl);
    const answer = await confirm({ email: learner.email, code: "123456", password: "a stranger's", full_name: "X" });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "already_confirmed", message: "This email is already verified. Please log in." },
    });
    expect(await signIn(cloud.webUrl, learner)).toHaveProperty("AccessToken");
    expect((await apiOf(cloud.apiUrl, learner.tokens.AccessToken).ask("get-account")).profile.full_name).toBe(
      "Asha Rai",
    );
  });

  test('refuses an email without a sign-up as "code_expired"', async () => {
    const answer = await confirm({ email: createEmail(), code: "123456", password: "correct horse" });
    expect(answer).toMatchObject({ status: 400, body: { code: "code_expired" } });
  });

  test("returns 429 after five wrong codes", async () => {
    const { email, password } = await signUp(cloud.webUrl);
    const code = await fetchCode(cloud.webUrl, email);
    for (let tries = 0; tries < 5; tries += 1) await confirm({ email, code: otherCode(code), password });
    const last = await callRoute("confirm-email", { apiUrl: cloud.apiUrl, body: { email, code, password } });
    expect(last).toMatchObject({
      status: 429,
      body: { code: "too_many_requests", message: "Too many attempts. Please wait a while and try again." },
    });
  });

  test.each([
    { code: "12345" },
    { code: "1234567" },
    { code: "१२३४५६" },
    { password: "12345" },
    { password: "x".repeat(257) },
    { password: " secret" },
    { full_name: "\u202e" },
    { email: "nobody" },
  ])("refuses %j as a bad request", async (change) => {
    const answer = await confirm({ email: createEmail(), code: "123456", password: "correct horse", ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_request" } });
  });
});

describe("confirmEmail", () => {
  const body = { email: "asha@example.com", code: "123456", password: "correct horse", full_name: "Asha" };
  const request = { method: "POST", path: "/", rawBody: "", sourceAddress: "192.0.2.7", header: () => "" };

  function services({ refused = null, fails }: { refused?: number | null; fails?: Error } = {}) {
    const done: unknown[] = [];
    return {
      done,
      signUpConfirmation: {
        confirm: async (signUp: object) => {
          if (fails) throw fails;
          done.push(["confirm", signUp]);
          return "confirmed" as const;
        },
      },
      users: {
        passwordOwner: async () => "",
        assignOwner: async (email: string, by: object) => void done.push(["assignOwner", email, by]),
      },
      callCounts: {
        admit: async ({ kind, subject }: CountedSubject) => {
          done.push([kind, subject]);
          return refused;
        },
      },
    };
  }

  test("counts the call, then checks the code, then sets the password", async () => {
    const world = services();
    expect(await confirmEmail({ body, request }, world)).toEqual({ confirmed: true });
    const { email, code, password, full_name: fullName } = body;
    expect(world.done).toEqual([
      ["email-confirmation-network", "192.0.2.7"],
      ["confirm", { email, code, fullName, passwordClaim: expect.stringMatching(/^owed:/) }],
      ["assignOwner", email, { password, fullName }],
    ]);
  });

  test("sets no password after a wrong code, and checks no code beyond the call limit", async () => {
    const wrong = services({ fails: new Refusal("code_mismatch", "Invalid verification code") });
    await expect(confirmEmail({ body, request }, wrong)).rejects.toMatchObject({ code: "code_mismatch" });
    const often = services({ refused: 42 });
    await expect(confirmEmail({ body, request }, often)).rejects.toMatchObject({ retryAfterSeconds: 42 });
    for (const { done } of [wrong, often]) expect(done).toHaveLength(1);
  });
});
