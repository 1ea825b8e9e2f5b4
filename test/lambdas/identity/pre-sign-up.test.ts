import { beforeEach, describe, expect, test } from "vitest";
import type { IdentityProvider } from "../../../domain/account-conflict.ts";
import { conflictIn } from "../../../domain/account-conflict.ts";
import { Refusal } from "../../../domain/refusal.ts";
import { handler, refuseOtherProvider } from "../../../lambdas/identity/pre-sign-up.ts";
import { signInThroughGoogle } from "../../support/google-sign-in.ts";
import { anEmail, newLearner, signUp } from "../../support/learner.ts";
import { context } from "../support/event.ts";
import { cloud } from "../support/learners.ts";
import { logLines, logText, watchLog } from "../support/watch-log.ts";

beforeEach(watchLog);

const userPoolId = "ap-southeast-2_Parlance1";

/** The trigger's event as Cognito sends it. */
const signingUp = (triggerSource: string, email = "asha@example.com") => ({
  version: "1",
  triggerSource,
  region: "ap-southeast-2",
  userPoolId,
  userName: "asha",
  callerContext: { awsSdkVersion: "3", clientId: "web" },
  request: { userAttributes: { email, name: "Asha" }, validationData: {} },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
});

/** A directory in which the e-mail has those accounts, and what it was asked for. */
function directory(...providers: IdentityProvider[]) {
  const asked: string[] = [];
  const directoryOf = (pool: string) => ({
    providersOf: async (email: string) => {
      asked.push(`${pool} ${email}`);
      return providers;
    },
  });
  return { directoryOf, asked };
}

describe("the pre-sign-up trigger", () => {
  test.each([
    ["PreSignUp_SignUp", []],
    ["PreSignUp_SignUp", ["email"]],
    ["PreSignUp_AdminCreateUser", ["email"]],
    ["PreSignUp_ExternalProvider", []],
    ["PreSignUp_ExternalProvider", ["google"]],
  ] as const)("lets %s pass where the e-mail has %j", async (source, providers) => {
    const event = signingUp(source);
    expect(await refuseOtherProvider(event, directory(...providers))).toEqual(event);
  });

  test.each([
    ["PreSignUp_SignUp", ["google"], "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_SignUp", ["email", "google"], "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_AdminCreateUser", ["google"], "PARLANCE_GOOGLE_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["email"], "PARLANCE_EMAIL_ACCOUNT"],
    ["PreSignUp_ExternalProvider", ["google", "email"], "PARLANCE_EMAIL_ACCOUNT"],
  ] as const)("refuses %s where the e-mail has %j, with %s", async (source, providers, code) => {
    const refused = refuseOtherProvider(signingUp(source), directory(...providers));
    await expect(refused).rejects.toEqual(new Refusal("other_provider", code));
  });

  test("asks the pool of the event, trimmed and in small letters", async () => {
    const { directoryOf, asked } = directory();
    await refuseOtherProvider(signingUp("PreSignUp_SignUp", " Asha@Example.COM\n"), { directoryOf });
    expect(asked).toEqual([`${userPoolId} asha@example.com`]);
  });

  test("lets nobody pass whose e-mail is not told, or while the pool cannot be asked", async () => {
    const { request: _, ...rest } = signingUp("PreSignUp_SignUp");
    const nameless = { ...rest, request: { userAttributes: { name: "Asha" } } };
    await expect(handler(nameless, context)).rejects.toThrow("email");
    const broken = () => ({ providersOf: () => Promise.reject(new Error("The pool is not there")) });
    await expect(refuseOtherProvider(signingUp("PreSignUp_SignUp"), { directoryOf: broken })).rejects.toThrow("pool");
    expect(logLines()).toMatchObject([{ level: "error", reaction: "pre-sign-up" }]);
    expect(logText()).not.toMatch(/asha/i);
  });
});

describe("in the local cloud", () => {
  const refusalOf = async (signingUp: Promise<unknown>) =>
    conflictIn(
      await signingUp.then(
        () => "let in",
        (error: Error) => error.message,
      ),
    );

  test("an e-mail of a Google account gets no password, however it is typed", async () => {
    const { email } = await signInThroughGoogle(cloud.webUrl, { name: "Asha Rai", email: anEmail() });
    expect(await refusalOf(signUp(cloud.webUrl, { email }))).toBe("google");
    expect(await refusalOf(signUp(cloud.webUrl, { email: email.toUpperCase() }))).toBe("google");
  });

  test("an e-mail with a password cannot come through Google, confirmed or not", async () => {
    const confirmed = await newLearner(cloud.webUrl);
    expect(await refusalOf(signInThroughGoogle(cloud.webUrl, confirmed))).toBe("email");
    const unconfirmed = await signUp(cloud.webUrl);
    const email = unconfirmed.email.toUpperCase();
    expect(await refusalOf(signInThroughGoogle(cloud.webUrl, { ...unconfirmed, email }))).toBe("email");
  });

  test("a Google account comes in again and again", async () => {
    const google = { name: "Asha Rai", email: anEmail() };
    const first = await signInThroughGoogle(cloud.webUrl, google);
    expect((await signInThroughGoogle(cloud.webUrl, google)).userId).toBe(first.userId);
  });
});
