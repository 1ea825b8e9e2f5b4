import {
  AdminGetUserCommand,
  ConfirmSignUpCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import {
  adminAttribute,
  ClientId,
  codeIn,
  differentCode,
  email,
  expiredCode,
  hours,
  invalidParameter,
  limitExceeded,
  notAuthorized,
  password,
  refusalOf,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
  userPoolId,
  wrongCode,
} from "./test-pool.ts";

const send = ({ client }: TestPool, input: Partial<SignUpCommand["input"]>) =>
  client.send(new SignUpCommand({ ClientId, Username: email, Password: password, ...input }));
const confirm = ({ client }: TestPool, ConfirmationCode: string, Username = email) =>
  client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
const resend = ({ client }: TestPool, Username = email) =>
  client.send(new ResendConfirmationCodeCommand({ ClientId, Username }));
const statusOf = async ({ client }: TestPool) =>
  (await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }))).UserStatus;

describe("SignUp", () => {
  test("creates an unconfirmed user whose sub is a UUID, and mails a code", async () => {
    const pool = await startPool();
    const answer = await send(pool, {});
    expect(answer.UserConfirmed).toBe(false);
    expect(answer.UserSub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(answer.CodeDeliveryDetails).toEqual({
      Destination: "a***@e***",
      DeliveryMedium: "EMAIL",
      AttributeName: "email",
    });
    expect(await statusOf(pool)).toBe("UNCONFIRMED");
    const code = pool.lastCode();
    expect(pool.mails).toEqual([
      {
        to: email,
        subject: "Your verification code",
        text: `Your confirmation code is ${code}`,
        html: `Your confirmation code is ${code}`,
      },
    ]);
  });

  test.each([
    ["ana@example.com", "ana@example.com"],
    ["ana@example.com", "Ana@Example.COM"],
    ["Ana@Example.COM", "ana@example.com"],
  ])("treats %s and %s as the same email", async (first, again) => {
    const pool = await startPool();
    await signUp(pool, first);
    expect(await refusalOf(send(pool, { Username: again }))).toEqual({
      name: "UsernameExistsException",
      message: "An account with the given email already exists.",
    });
  });

  test("accepts only one of two simultaneous sign-ups with the same email", async () => {
    const pool = await startPool({ triggers: { preSignUp: async (event) => event } });
    const answers = await Promise.allSettled([send(pool, {}), send(pool, {})]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test.each([
    ["a password of five characters", { Password: "abcde" }, "InvalidPasswordException", /Password not long enough/],
    ["an empty password", { Password: "" }, "InvalidParameterException", /Value at 'password' failed to satisfy/],
    [
      "a username that is not an email",
      { Username: "ana" },
      "InvalidParameterException",
      /^Username should be an email\.$/,
    ],
    ["an empty username", { Username: "" }, "InvalidParameterException", /length greater than or equal to 1$/],
    [
      "a username that is too long",
      { Username: `${"a".repeat(128)}@x.org` },
      "InvalidParameterException",
      /equal to 128$/,
    ],
    [
      "an email that differs from the username",
      { UserAttributes: [{ Name: "email", Value: "b@example.com" }] },
      "InvalidParameterException",
      /same/,
    ],
    [
      "an unknown attribute",
      { UserAttributes: [{ Name: "custom:plan", Value: "free" }] },
      "InvalidParameterException",
      /\{custom:plan\}/,
    ],
    [
      "an attribute that only an administrator may write",
      { UserAttributes: [{ Name: adminAttribute, Value: "ana" }] },
      "NotAuthorizedException",
      /unauthorized attribute/,
    ],
    [
      "an email that claims to be verified",
      { UserAttributes: [{ Name: "email_verified", Value: "true" }] },
      "NotAuthorizedException",
      /unauthorized attribute/,
    ],
    [
      "an unknown client",
      { ClientId: "nobody" },
      "ResourceNotFoundException",
      /^User pool client nobody does not exist\.$/,
    ],
  ])("refuses %s and creates no user", async (_, input, name, message) => {
    const pool = await startPool();
    const refusal = await refusalOf(send(pool, input));
    expect(refusal).toEqual({ name, message: expect.stringMatching(message) });
    expect(pool.mails).toEqual([]);
    expect(pool.state.prepare("SELECT * FROM cognito_users").all()).toEqual([]);
  });

  test("accepts a password of six lower-case letters", async () => {
    const pool = await startPool();
    expect((await send(pool, { Password: "aaaaaa" })).UserSub).toBeDefined();
  });

  test("does not store the password in plain text", async () => {
    const pool = await startPool();
    await signUp(pool);
    const tables = pool.state.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const rows = tables.map(({ name }) => pool.state.prepare(`SELECT * FROM "${name}"`).all());
    expect(JSON.stringify(rows)).toContain(email);
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe("ConfirmSignUp", () => {
  test("confirms the user and verifies the email", async () => {
    const pool = await startPool();
    await signUp(pool);
    await confirm(pool, pool.lastCode(), "ANA@example.com");
    const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }));
    expect(user.UserStatus).toBe("CONFIRMED");
    expect(user.UserAttributes).toContainEqual({ Name: "email_verified", Value: "true" });
  });

  test("refuses a wrong code, and accepts the right code afterwards", async () => {
    const pool = await startPool();
    await signUp(pool);
    expect(await refusalOf(confirm(pool, differentCode(pool.lastCode())))).toEqual(wrongCode);
    expect(await statusOf(pool)).toBe("UNCONFIRMED");
    await confirm(pool, pool.lastCode());
    expect(await statusOf(pool)).toBe("CONFIRMED");
  });

  test("accepts a code for 24 hours", async () => {
    const pool = await startPool();
    await signUp(pool);
    pool.advance(24 * hours);
    expect(await refusalOf(confirm(pool, pool.lastCode()))).toEqual(expiredCode);
    pool.advance(-1);
    await confirm(pool, pool.lastCode());
  });

  test("refuses a used code", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    expect(await refusalOf(confirm(pool, pool.lastCode()))).toEqual(
      notAuthorized("User cannot be confirmed. Current status is CONFIRMED"),
    );
  });

  test("refuses right codes for an hour after five wrong codes", async () => {
    const pool = await startPool();
    await signUp(pool);
    for (let i = 0; i < 5; i++)
      expect(await refusalOf(confirm(pool, differentCode(pool.lastCode())))).toEqual(wrongCode);
    expect(await refusalOf(confirm(pool, pool.lastCode()))).toEqual(limitExceeded);
    await resend(pool);
    expect(await refusalOf(confirm(pool, pool.lastCode()))).toEqual(limitExceeded);
    pool.advance(1 * hours);
    await confirm(pool, pool.lastCode());
  });

  test("returns the error for an expired code if the user is unknown", async () => {
    const pool = await startPool();
    expect(await refusalOf(confirm(pool, "123456"))).toEqual(expiredCode);
  });

  test("accepts each user's own code", async () => {
    const pool = await startPool();
    await signUp(pool);
    await signUp(pool, "ben@example.com");
    const [anas, bens] = pool.mails.map(codeIn);
    expect(pool.mails.map(({ to }) => to)).toEqual([email, "ben@example.com"]);
    if (!anas || !bens) throw new Error("A mail is missing");
    await confirm(pool, anas);
    await confirm(pool, bens, "ben@example.com");
  });
});

describe("ResendConfirmationCode", () => {
  test("sends a new code, and invalidates the earlier code", async () => {
    const pool = await startPool();
    await signUp(pool);
    const earlier = pool.lastCode();
    // In one of a million cases, the new code is the same.
    do await resend(pool);
    while (pool.lastCode() === earlier);
    expect(await refusalOf(confirm(pool, earlier))).toEqual(wrongCode);
    await confirm(pool, pool.lastCode());
  });

  test("refuses a confirmed user", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    expect(await refusalOf(resend(pool))).toEqual(invalidParameter("User is already confirmed."));
  });

  test("sends at most five codes in an hour", async () => {
    const pool = await startPool();
    await signUp(pool);
    for (let i = 0; i < 5; i++) await resend(pool);
    expect(pool.mails).toHaveLength(6);
    expect(await refusalOf(resend(pool))).toEqual(limitExceeded);
    pool.advance(1 * hours);
    await resend(pool);
  });

  test("returns a masked email address for an unknown user, and sends no mail", async () => {
    const pool = await startPool();
    const { CodeDeliveryDetails } = await resend(pool, "nobody@example.com");
    expect(CodeDeliveryDetails?.Destination).toBe("n***@e***");
    expect(pool.mails).toEqual([]);
  });
});
