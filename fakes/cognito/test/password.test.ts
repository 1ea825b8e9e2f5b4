import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import { signIn } from "./sign-in.ts";
import {
  ClientId,
  differentCode,
  email,
  expiredCode,
  getUser,
  hours,
  incorrectCredentials,
  limitExceeded,
  password,
  refusalOf,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
  wrongCode,
} from "./test-pool.ts";

const forgot = ({ client }: TestPool, Username = email) =>
  client.send(new ForgotPasswordCommand({ ClientId, Username }));
const reset = ({ client }: TestPool, ConfirmationCode: string, Password = "renewed1", Username = email) =>
  client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
const change = ({ client }: TestPool, AccessToken: string, PreviousPassword: string, ProposedPassword: string) =>
  client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));

async function startForgotten() {
  const pool = await startPool();
  await signUpAndConfirm(pool);
  await forgot(pool);
  return pool;
}

describe("a forgotten password", () => {
  test("can be replaced once with the mailed code", async () => {
    const pool = await startForgotten();
    expect(pool.mails.at(-1)?.text).toBe(`Your password reset code is ${pool.lastCode()}`);
    await reset(pool, pool.lastCode());
    expect(await signIn(pool, "renewed1")).toHaveProperty("AccessToken");
    expect(await refusalOf(signIn(pool, password))).toEqual(incorrectCredentials);
    expect(await refusalOf(reset(pool, pool.lastCode(), "again123"))).toEqual(expiredCode);
  });

  test("can still be replaced after a wrong code and a weak new password", async () => {
    const pool = await startForgotten();
    expect(await refusalOf(reset(pool, differentCode(pool.lastCode())))).toEqual(wrongCode);
    expect((await refusalOf(reset(pool, pool.lastCode(), "short"))).name).toBe("InvalidPasswordException");
    expect(await signIn(pool)).toHaveProperty("AccessToken");
    await reset(pool, pool.lastCode());
  });

  test("cannot be replaced with a code that was sent one hour ago", async () => {
    const pool = await startForgotten();
    pool.advance(1 * hours);
    expect(await refusalOf(reset(pool, pool.lastCode()))).toEqual(expiredCode);
  });

  test("can be replaced with the newest code only", async () => {
    const pool = await startForgotten();
    const earlier = pool.lastCode();
    // In one of a million cases, the new code is the same.
    do await forgot(pool);
    while (pool.lastCode() === earlier);
    expect(await refusalOf(reset(pool, earlier))).toEqual(wrongCode);
    await reset(pool, pool.lastCode());
  });

  test("cannot be replaced with the right code just after five wrong codes", async () => {
    const pool = await startForgotten();
    for (let i = 0; i < 5; i++) await refusalOf(reset(pool, differentCode(pool.lastCode())));
    expect(await refusalOf(reset(pool, pool.lastCode()))).toEqual(limitExceeded);
  });

  test("allows five requests for codes in an hour, and a further request after a code is used", async () => {
    const pool = await startForgotten();
    for (let i = 1; i < 5; i++) await forgot(pool);
    expect(await refusalOf(forgot(pool))).toEqual(limitExceeded);
    await reset(pool, pool.lastCode());
    await forgot(pool);
    for (let i = 0; i < 5; i++) await forgot(pool, "anybody@example.org");
    expect(await refusalOf(forgot(pool, "anybody@example.org"))).toEqual(limitExceeded);
    pool.advance(1 * hours);
    await forgot(pool, "anybody@example.org");
  });

  test("cannot be replaced with the code that confirmed the sign-up", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    expect(await refusalOf(reset(pool, pool.lastCode()))).toEqual(expiredCode);
  });

  test("causes responses that do not reveal whether an account exists", async () => {
    const pool = await startForgotten();
    const real = await forgot(pool);
    const sent = pool.mails.length;
    const stranger = await forgot(pool, "anybody@example.org");
    expect(stranger.CodeDeliveryDetails).toEqual(real.CodeDeliveryDetails && { ...real.CodeDeliveryDetails });
    expect(pool.mails).toHaveLength(sent);
    const guess = () => refusalOf(reset(pool, "123456", "renewed1", "anybody@example.org"));
    for (let i = 0; i < 5; i++) expect(await guess()).toEqual(wrongCode);
    expect(await guess()).toEqual(limitExceeded);
  });

  test("of an unconfirmed user causes no reset mail", async () => {
    const pool = await startPool();
    await signUp(pool);
    const { CodeDeliveryDetails } = await forgot(pool);
    expect(CodeDeliveryDetails?.Destination).toBe("a***@e***");
    expect(pool.mails).toHaveLength(1);
  });
});

describe("ChangePassword", () => {
  test("requires the old password and a valid new password, and does not end the session", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const { AccessToken } = await signIn(pool);
    expect(await refusalOf(change(pool, AccessToken, "another1", "changed1"))).toEqual(incorrectCredentials);
    expect((await refusalOf(change(pool, AccessToken, password, "short"))).name).toBe("InvalidPasswordException");
    await change(pool, AccessToken, password, "changed1");
    expect(await getUser(pool, AccessToken)).toHaveProperty("Username");
    expect(await signIn(pool, "changed1")).toHaveProperty("AccessToken");
    expect(await refusalOf(signIn(pool, password))).toEqual(incorrectCredentials);
  });

  test("refuses the right password after five wrong passwords", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const { AccessToken } = await signIn(pool);
    for (let i = 0; i < 5; i++) {
      expect(await refusalOf(change(pool, AccessToken, "another1", "changed1"))).toEqual(incorrectCredentials);
    }
    expect(await refusalOf(change(pool, AccessToken, password, "changed1"))).toEqual(limitExceeded);
  });
});
