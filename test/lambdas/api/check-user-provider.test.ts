import { describe, expect, test } from "vitest";
import { checkUserProvider } from "../../../lambdas/api/check-user-provider.ts";
import { anEmail, newLearner, signUp } from "../../support/learner.ts";
import { callRoute, untilLetThrough } from "../support/call-api.ts";
import { cloud } from "../support/learners.ts";

const check = async (email_to_check: string) => {
  const request = { apiUrl: cloud.apiUrl, body: { email_to_check } };
  const { status, body } = await untilLetThrough(() => callRoute("check-user-provider", request));
  expect(status).toBe(200);
  return body;
};

describe("POST /check-user-provider", () => {
  test("does not know an e-mail that nobody has signed up with", async () => {
    expect(await check(anEmail())).toEqual({ user_exists: false, provider: null });
  });

  test("knows a learner who signs in with a password, in any letter case, and asks for no token", async () => {
    const { email } = await newLearner(cloud.webUrl);
    for (const typed of [email, email.toUpperCase(), ` ${email}\n`]) {
      expect(await check(typed)).toEqual({ user_exists: true, provider: "email" });
    }
  });

  test("knows a learner who signed up in capitals", async () => {
    const { email } = await signUp(cloud.webUrl, { email: anEmail().toUpperCase() });
    expect(await check(email.toLowerCase())).toEqual({ user_exists: true, provider: "email" });
  });

  test("knows a learner who has not confirmed the e-mail yet", async () => {
    const { email } = await signUp(cloud.webUrl);
    expect(await check(email)).toEqual({ user_exists: true, provider: "email" });
  });
});

describe("checkUserProvider", () => {
  const body = { email_to_check: "asha@example.com" };

  test.each(["email", "google"] as const)("tells that an account signs in with %s", async (provider) => {
    const users = { providerOf: async () => provider };
    expect(await checkUserProvider({ body }, { users })).toEqual({ user_exists: true, provider });
  });

  test("does not take a user pool that cannot be asked for one without the account", async () => {
    const users = { providerOf: () => Promise.reject(new Error("The user pool is not there")) };
    await expect(checkUserProvider({ body }, { users })).rejects.toThrow("not there");
  });
});
