import { describe, expect, test } from "vitest";
import { logInRefusals } from "../../../domain/accounts/trigger-refusals.ts";
import { beforeLogIn } from "../../../lambdas/accounts/before-log-in.ts";

type Event = Parameters<typeof beforeLogIn>[0];

/** Cognito's event: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html */
const loggingIn = (userAttributes: Event["request"]["userAttributes"], userNotFound = false): Event => ({
  version: "1",
  triggerSource: "PreAuthentication_Authentication",
  userName: "asha",
  request: { userAttributes, userNotFound },
  response: {},
});

const owner = { "custom:password_owner": "owner" };

describe("the trigger before a log-in", () => {
  test.each([
    ["for the owner of a confirmed email", loggingIn({ "cognito:user_status": "CONFIRMED", ...owner })],
    ["through an outside provider", loggingIn({ "cognito:user_status": "EXTERNAL_PROVIDER" })],
    ["for a user unknown to Cognito", loggingIn({}, true)],
  ])("allows a log-in %s", (_, event) => {
    expect(beforeLogIn(event)).toBe(event);
  });

  test.each([
    ["before the email is confirmed", { "cognito:user_status": "UNCONFIRMED" }, logInRefusals.unconfirmed],
    [
      "before the email is confirmed, although an owner is stored",
      { "cognito:user_status": "UNCONFIRMED", ...owner },
      logInRefusals.unconfirmed,
    ],
    ["if no password owner is stored", { "cognito:user_status": "CONFIRMED" }, logInRefusals.passwordNotSet],
    [
      "while the owner's password is not set yet",
      { "cognito:user_status": "CONFIRMED", "custom:password_owner": "owed:c2FsdA:a2V5" },
      logInRefusals.passwordNotSet,
    ],
    ["if the user has no status", {}, logInRefusals.passwordNotSet],
  ])("refuses a log-in %s", (_, attributes, reason) => {
    expect(() => beforeLogIn(loggingIn(attributes))).toThrow(reason);
  });
});
