import { ConfirmSignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, test } from "vitest";
import { parseConflict } from "../../../domain/accounts/trigger-refusals.ts";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { EmailAccount } from "../../../lambdas/accounts/user-directory.ts";
import { beforeSignUp, handler } from "../../../lambdas/identity/pre-sign-up.ts";
import { signInThroughGoogle } from "../../support/google-sign-in.ts";
import { createEmail, createLearner, createPoolClient, fetchCode, signIn, signUp } from "../../support/learner.ts";
import { captureLog, logLines, logText } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { cloud } from "../support/learners.ts";

beforeEach(captureLog);

const userPoolId = "ap-southeast-2_Parlance1";

type Source = Parameters<typeof beforeSignUp>[0]["triggerSource"];

const signingUp = (triggerSource: Source, attributes: Record<string, string> = {}) => ({
  version: "1",
  triggerSource,
  region: "ap-southeast-2",
  userPoolId,
  userName: "asha",
  callerContext: { awsSdkVersion: "3", clientId: "web" },
  request: { userAttributes: { email: "asha@example.com", name: "Asha", ...attributes }, validationData: {} },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
});

const verified = { email_verified: "true" };
const accounts = {
  google: { username: "google_1", provider: "google", confirmed: true },
  email: { username: "with-password", provider: "email", confirmed: true },
  unconfirmed: { username: "somebody", provider: "email", confirmed: false },
} as const satisfies Record<string, EmailAccount>;

function directory(...names: (keyof typeof accounts)[]) {
  const asked: string[] = [];
  const removed: string[] = [];
  const directoryOf = (pool: string) => ({
    accountsOf: async (email: string) => {
      asked.push(`${pool} ${email}`);
      return names.map((name) => accounts[name]);
    },
    removeUnconfirmed: async (username: string) => void removed.push(username),
  });
  return { directoryOf, asked, removed };
}

describe("the pre-sign-up trigger", () => {
  test("refuses a sign-up with the canary's email, unless an administrator creates the account", async () => {
    const { directoryOf } = directory();
    const address = { email: "Canary@Parlance.invalid" };
    await expect(beforeSignUp(signingUp("PreSignUp_SignUp", address), { directoryOf })).rejects.toThrow("reserved");
    const created = signingUp("PreSignUp_AdminCreateUser", address);
    expect(await beforeSignUp(created, { directoryOf })).toBe(created);
  });

  test.each([
    ["PreSignUp_SignUp", []],
    ["PreSignUp_SignUp", ["email"]],
    ["PreSignUp_SignUp", ["unconfirmed"]],
    ["PreSignUp_AdminCreateUser", ["email"]],
    ["PreSignUp_ExternalProvider", []],
    ["PreSignUp_ExternalProvider", ["google"]],
  ] as const)("accepts %s for an email with the accounts %j, and removes no account", async (source, names) => {
    const event = signingUp(source, verified);
    const { directoryOf, removed } = directory(...names);
    expect(await beforeSignUp(event, { directoryOf })).toEqual(event);
    expect(removed).toEqual([]);
  });

  test("removes an unconfirmed account after another provider has verified its email", async () => {
    const { directoryOf, removed } = directory("unconfirmed");
    const event = signingUp("PreSignUp_ExternalProvider", verified);
    expect(await beforeSignUp(event, { directoryOf })).toEqual(event);
    expect(removed).toEqual(["somebody"]);
  });

  test.each([
    ["PreSignUp_SignUp", ["google"], verified, "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_SignUp", ["email", "google"], verified, "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_AdminCreateUser", ["google"], verified, "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["email"], verified, "PARLANCE_EMAIL_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["google", "email"], verified, "PARLANCE_EMAIL_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["unconfirmed", "email"], verified, "PARLANCE_EMAIL_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["unconfirmed"], { email_verified: "false" }, "PARLANCE_EMAIL_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["unconfirmed"], {}, "PARLANCE_EMAIL_ACCOUNT"],
  ] as const)("refuses %s for the accounts %j and attributes %j, with the message %s", async (...given) => {
    const [source, names, attributes, code] = given;
    const { directoryOf, removed } = directory(...names);
    const refused = beforeSignUp(signingUp(source, attributes), { directoryOf });
    await expect(refused).rejects.toEqual(new Refusal("other_provider", code));
    expect(removed).toEqual([]);
  });

  test("refuses an invalid name at a sign-up, and accepts the same name from an external provider", async () => {
    const name = "Asha \u202eiaR";
    const refused = beforeSignUp(signingUp("PreSignUp_SignUp", { name }), directory());
    await expect(refused).rejects.toMatchObject({ code: "bad_request", message: expect.stringContaining("U+202E") });
    const event = signingUp("PreSignUp_ExternalProvider", { name, ...verified });
    expect(await beforeSignUp(event, directory())).toEqual(event);
  });

  test("searches the event's user pool for the trimmed email in lower case", async () => {
    const { directoryOf, asked } = directory();
    await beforeSignUp(signingUp("PreSignUp_SignUp", { email: " Asha@Example.COM\n" }), { directoryOf });
    expect(asked).toEqual([`${userPoolId} asha@example.com`]);
  });

  test("throws for an event without an email, and while the user pool is unavailable", async () => {
    const { request: _, ...rest } = signingUp("PreSignUp_SignUp");
    const nameless = { ...rest, request: { userAttributes: { name: "Asha" } } };
    await expect(handler(nameless, context)).rejects.toThrow("email");
    const broken = () => ({
      accountsOf: () => Promise.reject(new Error("The pool is not there")),
      removeUnconfirmed: () => Promise.reject(new Error("An account was removed")),
    });
    await expect(beforeSignUp(signingUp("PreSignUp_SignUp"), { directoryOf: broken })).rejects.toThrow("pool");
    expect(logLines()).toMatchObject([{ level: "ERROR", eventHandler: "pre-sign-up" }]);
    expect(logText()).not.toMatch(/asha/i);
  });
});

describe("the pre-sign-up trigger in the local cloud", () => {
  const refusalOf = async (signingUp: Promise<unknown>) =>
    parseConflict(
      await signingUp.then(
        () => "let in",
        (error: Error) => error.message,
      ),
    );

  test("refuses a sign-up with a password for the email of a Google account, even in upper case", async () => {
    const { email } = await signInThroughGoogle(cloud.webUrl, { name: "Asha Rai", email: createEmail() });
    expect(await refusalOf(signUp(cloud.webUrl, { email }))).toBe("google");
    expect(await refusalOf(signUp(cloud.webUrl, { email: email.toUpperCase() }))).toBe("google");
  });

  test("refuses a log-in through Google for the email of a confirmed account with a password", async () => {
    const confirmed = await createLearner(cloud.webUrl);
    expect(await refusalOf(signInThroughGoogle(cloud.webUrl, confirmed))).toBe("email");
  });

  test("accepts a log-in through Google with an unconfirmed account's email in upper case", async () => {
    const hostage = await signUp(cloud.webUrl);
    const owner = { name: "Asha Rai", email: hostage.email.toUpperCase() };
    const { userId } = await signInThroughGoogle(cloud.webUrl, owner);
    expect(userId).not.toBe(hostage.userId);
    const { client, clientId } = await createPoolClient(cloud.webUrl);
    const ConfirmationCode = await fetchCode(cloud.webUrl, hostage.email);
    const confirming = new ConfirmSignUpCommand({ ClientId: clientId, Username: hostage.email, ConfirmationCode });
    await expect(client.send(confirming)).rejects.toMatchObject({ name: "ExpiredCodeException" });
    await expect(signIn(cloud.webUrl, hostage)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect(await refusalOf(signUp(cloud.webUrl, { email: hostage.email }))).toBe("google");
  });

  test("does not prevent a second log-in with the same Google account", async () => {
    const google = { name: "Asha Rai", email: createEmail() };
    const first = await signInThroughGoogle(cloud.webUrl, google);
    expect((await signInThroughGoogle(cloud.webUrl, google)).userId).toBe(first.userId);
  });
});
