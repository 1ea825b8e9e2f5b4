import {
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { CustomMessageTriggerEvent, PostConfirmationTriggerEvent, PreSignUpTriggerEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { signIn } from "./sign-in.ts";
import {
  ClientId,
  email,
  password,
  refusalOf,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
  userPoolId,
} from "./test-pool.ts";

let errors: MockInstance;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => errors.mockRestore());

const statusOf = async ({ client }: TestPool) =>
  (await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }))).UserStatus;

const common = (sub: string) => ({
  version: "1",
  region: "us-east-1",
  userPoolId,
  userName: sub,
  callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: ClientId },
});

describe("the custom message trigger", () => {
  test("receives an event for sign-up, resent and reset codes, and returns the mail's text", async () => {
    const events: CustomMessageTriggerEvent[] = [];
    const pool = await startPool({
      triggers: {
        customMessage: async (event) => {
          events.push(structuredClone(event));
          event.response.emailSubject = `Subject of ${event.triggerSource}`;
          event.response.emailMessage = `<p>Hello ${event.request.userAttributes["name"]} &amp; all,</p><p>{####}</p>`;
          return event;
        },
      },
    });
    const sub = await signUp(pool);
    await pool.client.send(
      new ResendConfirmationCodeCommand({ ClientId, Username: email, ClientMetadata: { from: "test" } }),
    );
    await pool.client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: pool.lastCode() }));
    await pool.client.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
      "CustomMessage_SignUp",
      "CustomMessage_ResendCode",
      "CustomMessage_ForgotPassword",
    ]);
    expect(events[0]).toEqual({
      ...common(sub),
      triggerSource: "CustomMessage_SignUp",
      request: {
        userAttributes: {
          sub,
          email,
          name: "Ana",
          email_verified: "false",
          "cognito:user_status": "UNCONFIRMED",
        },
        codeParameter: "{####}",
        linkParameter: "{##Click Here##}",
        usernameParameter: null,
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
    expect(events[1]?.request.clientMetadata).toEqual({ from: "test" });
    const [first] = pool.mails;
    const code = /\d{6}/.exec(first?.html ?? "")?.[0];
    expect(first).toEqual({
      to: email,
      subject: "Subject of CustomMessage_SignUp",
      html: `<p>Hello Ana &amp; all,</p><p>${code}</p>`,
      text: `Hello Ana & all,\n\n${code}`,
    });
  });

  test("does not change AWS's message if it returns no text", async () => {
    const pool = await startPool({ triggers: { customMessage: async (event) => event } });
    await signUp(pool);
    expect(pool.mails[0]?.text).toBe(`Your confirmation code is ${pool.lastCode()}`);
  });

  test("causes an error if it fails, and the user stays unconfirmed", async () => {
    const triggers = { customMessage: () => Promise.reject(new Error("no template")) };
    const pool = await startPool({ triggers });
    expect(await refusalOf(signUp(pool))).toEqual({
      name: "UserLambdaValidationException",
      message: "CustomMessage failed with error no template.",
    });
    expect(await statusOf(pool)).toBe("UNCONFIRMED");
  });

  test("causes an error and no mail if it omits the code or returns nothing", async () => {
    const withoutCode = async (event: CustomMessageTriggerEvent) => ({
      ...event,
      response: { ...event.response, emailMessage: "Hello" },
    });
    for (const customMessage of [withoutCode, async () => undefined]) {
      const pool = await startPool({ triggers: { customMessage } });
      expect((await refusalOf(signUp(pool))).name).toBe("InvalidLambdaResponseException");
      expect(pool.mails).toEqual([]);
    }
  });
});

describe("the pre sign-up trigger", () => {
  test("receives AWS's event before the user exists", async () => {
    const events: PreSignUpTriggerEvent[] = [];
    const users: unknown[] = [];
    const pool: TestPool = await startPool({
      triggers: {
        preSignUp: async (event) => {
          events.push(event);
          users.push(...pool.state.prepare("SELECT * FROM cognito_users").all());
          return event;
        },
      },
    });
    const { UserSub = "" } = await pool.client.send(
      new SignUpCommand({
        ClientId,
        Username: email,
        Password: password,
        UserAttributes: [{ Name: "name", Value: "Ana" }],
        ValidationData: [{ Name: "captcha", Value: "yes" }],
        ClientMetadata: { from: "test" },
      }),
    );
    expect(users).toEqual([]);
    expect(events).toEqual([
      {
        ...common(UserSub),
        triggerSource: "PreSignUp_SignUp",
        request: {
          userAttributes: { email, name: "Ana" },
          validationData: { captcha: "yes" },
          clientMetadata: { from: "test" },
        },
        response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
      },
    ]);
  });

  test("cannot change the data of the sign-up", async () => {
    const pool = await startPool({
      triggers: {
        preSignUp: async (event) => {
          event.request.userAttributes["name"] = "Somebody else";
          return event;
        },
      },
    });
    await signUpAndConfirm(pool);
    const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }));
    expect(user.UserAttributes).toContainEqual({ Name: "name", Value: "Ana" });
  });

  test("prevents the sign-up if it throws", async () => {
    const preSignUp = () => Promise.reject(new Error("This email signs in with Google"));
    const pool = await startPool({ triggers: { preSignUp } });
    expect(await refusalOf(signUp(pool))).toEqual({
      name: "UserLambdaValidationException",
      message: "PreSignUp failed with error This email signs in with Google.",
    });
    expect((await refusalOf(statusOf(pool))).name).toBe("UserNotFoundException");
    expect(pool.mails).toEqual([]);
  });

  test("runs before the email is checked for duplicates", async () => {
    const preSignUp = vi.fn(async (event: PreSignUpTriggerEvent) => event);
    const pool = await startPool({ triggers: { preSignUp } });
    await signUp(pool);
    expect((await refusalOf(signUp(pool))).name).toBe("UsernameExistsException");
    expect(preSignUp).toHaveBeenCalledTimes(2);
  });

  test("can confirm the user", async () => {
    const events: PostConfirmationTriggerEvent[] = [];
    const pool = await startPool({
      triggers: {
        preSignUp: async (event) => ({ ...event, response: { autoConfirmUser: true, autoVerifyEmail: true } }),
        postConfirmation: async (event) => events.push(event),
      },
    });
    await signUp(pool);
    expect(await signIn(pool)).toHaveProperty("AccessToken");
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual(["PostConfirmation_ConfirmSignUp"]);
    expect(pool.mails).toEqual([]);
  });
});

describe("the post confirmation trigger", () => {
  test("receives AWS's event after a confirmed sign-up and after a password reset", async () => {
    const events: PostConfirmationTriggerEvent[] = [];
    const pool = await startPool({ triggers: { postConfirmation: async (event) => events.push(event) } });
    const sub = await signUpAndConfirm(pool);
    await pool.client.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    const ConfirmationCode = pool.lastCode();
    await pool.client.send(
      new ConfirmForgotPasswordCommand({ ClientId, Username: email, ConfirmationCode, Password: "renewed1" }),
    );
    const userAttributes = {
      sub,
      email,
      name: "Ana",
      email_verified: "true",
      "cognito:user_status": "CONFIRMED",
    };
    expect(events).toEqual(
      ["PostConfirmation_ConfirmSignUp", "PostConfirmation_ConfirmForgotPassword"].map((triggerSource) => ({
        ...common(sub),
        triggerSource,
        request: { userAttributes },
        response: {},
      })),
    );
  });

  test("causes an error if it throws, and the user stays confirmed", async () => {
    const pool = await startPool({
      triggers: { postConfirmation: () => Promise.reject(new Error("no table")) },
    });
    expect(await refusalOf(signUpAndConfirm(pool))).toEqual({
      name: "UserLambdaValidationException",
      message: "PostConfirmation failed with error no table.",
    });
    expect(await statusOf(pool)).toBe("CONFIRMED");
  });
});

test("a sign-up fails with CodeDeliveryFailureException if its mail cannot be sent", async () => {
  const pool = await startPool({ sendMail: () => Promise.reject(new Error("inbox gone")) });
  expect((await refusalOf(signUp(pool))).name).toBe("CodeDeliveryFailureException");
});
