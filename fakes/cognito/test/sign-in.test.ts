import { InitiateAuthCommand, RespondToAuthChallengeCommand } from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import { openState } from "../../foundation/state.ts";
import { openPasswordLockout } from "../pool/password-rules.ts";
import { beginSignIn, prove, signIn } from "./sign-in.ts";
import {
  ClientId,
  email,
  getUser,
  incorrectCredentials,
  invalidParameter,
  minutes,
  notAuthorized,
  password,
  refusalOf,
  seconds,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
} from "./test-pool.ts";

const initiate = ({ client }: TestPool, input: Partial<InitiateAuthCommand["input"]>) =>
  client.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_SRP_AUTH", ...input }));
const unconfirmed = { name: "UserNotConfirmedException", message: "User is not confirmed." };
const locked = notAuthorized("Password attempts exceeded");

describe("signing in with SRP", () => {
  test.each([email, "Ana@EXAMPLE.com"])("accepts the right password of %s", async (login) => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    const { AccessToken } = await signIn(pool, password, login);
    expect((await getUser(pool, AccessToken)).Username).toBe(sub);
  });

  test("refuses a wrong password and an unknown user with the same message", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    expect(await refusalOf(signIn(pool, "another1"))).toEqual(incorrectCredentials);
    expect(await refusalOf(signIn(pool, password, "nobody@example.com"))).toEqual(incorrectCredentials);
  });

  test("returns a fake challenge with a stable salt and user id for an unknown user", async () => {
    const pool = await startPool();
    const first = (await beginSignIn(pool, "nobody@example.com")).challenge;
    const second = (await beginSignIn(pool, "Nobody@example.com")).challenge;
    expect(second).toMatchObject({ SALT: first.SALT, USER_ID_FOR_SRP: first.USER_ID_FOR_SRP });
    expect(second.SRP_B).not.toBe(first.SRP_B);
    expect(first.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const other = (await beginSignIn(pool, "somebody@example.com")).challenge;
    expect(other.SALT).not.toBe(first.SALT);
  });

  test("refuses an unconfirmed user with a right or wrong password", async () => {
    const pool = await startPool();
    await signUp(pool);
    expect(await refusalOf(signIn(pool))).toEqual(unconfirmed);
    expect(await refusalOf(signIn(pool, "another1"))).toEqual(unconfirmed);
  });

  test("accepts a proof only once", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const proof = prove(await beginSignIn(pool));
    await pool.client.send(proof);
    expect(await refusalOf(pool.client.send(proof))).toEqual(incorrectCredentials);
  });

  test("refuses a proof three minutes after the challenge", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const proof = prove(await beginSignIn(pool));
    pool.advance(3 * minutes);
    expect(await refusalOf(pool.client.send(proof))).toEqual(
      notAuthorized("Invalid session for the user, session is expired."),
    );
  });

  test("refuses a user's proof under another user's name", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    await signUpAndConfirm(pool, "ben@example.com");
    const { input } = prove(await beginSignIn(pool));
    const ChallengeResponses = { ...input.ChallengeResponses, USERNAME: "ben@example.com" };
    const swapped = new RespondToAuthChallengeCommand({ ...input, ChallengeResponses });
    expect(await refusalOf(pool.client.send(swapped))).toEqual(incorrectCredentials);
  });
});

describe("repeated wrong passwords", () => {
  async function failTimes(pool: TestPool, times: number) {
    for (let i = 0; i < times; i++) expect(await refusalOf(signIn(pool, "another1"))).toEqual(incorrectCredentials);
  }

  test("lock the user for one second after the fifth, and for two seconds after the sixth", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    await failTimes(pool, 5);
    expect(await refusalOf(signIn(pool))).toEqual(locked);
    pool.advance(1 * seconds);
    await failTimes(pool, 1);
    pool.advance(1 * seconds);
    expect(await refusalOf(signIn(pool))).toEqual(locked);
    pool.advance(1 * seconds);
    expect(await signIn(pool)).toHaveProperty("AccessToken");
  });

  test("are counted again from zero after a successful sign-in and after fifteen minutes", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    await failTimes(pool, 4);
    await signIn(pool);
    await failTimes(pool, 4);
    pool.advance(15 * minutes);
    await failTimes(pool, 4);
    expect(await signIn(pool)).toHaveProperty("AccessToken");
  });

  test("lock the user for at most a quarter of an hour", () => {
    let now = 0;
    const lockout = openPasswordLockout(openState(":memory:"), () => new Date(now));
    const isLocked = () => {
      try {
        lockout.refuseIfLocked("ana");
        return false;
      } catch {
        return true;
      }
    };
    const lengths = Array.from({ length: 16 }, () => {
      lockout.countWrong("ana");
      const from = now;
      while (isLocked()) now += 1 * seconds;
      return (now - from) / seconds;
    });
    expect(lengths).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test("lock an unknown user after the fifth attempt", async () => {
    const pool = await startPool();
    const attempt = () => refusalOf(signIn(pool, password, "nobody@example.com"));
    for (let i = 0; i < 5; i++) expect(await attempt()).toEqual(incorrectCredentials);
    expect(await attempt()).toEqual(locked);
  });
});

describe("the sign-in API", () => {
  test.each(["USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN", "CUSTOM_AUTH", "USER_AUTH"] as const)(
    "refuses the flow %s of InitiateAuth",
    async (AuthFlow) => {
      const pool = await startPool();
      await signUpAndConfirm(pool);
      const AuthParameters = { USERNAME: email, PASSWORD: password };
      expect(await refusalOf(initiate(pool, { AuthFlow, AuthParameters }))).toEqual(
        invalidParameter(`${AuthFlow} flow not enabled for this client`),
      );
    },
  );

  test.each([
    [{}, "Missing required parameter USERNAME"],
    [{ USERNAME: email }, "Missing required parameter SRP_A"],
    [{ USERNAME: email, SRP_A: "0" }, "SRP_A is not a valid public value."],
    [{ USERNAME: email, SRP_A: "no number" }, "SRP_A is not a valid public value."],
  ])("refuses the parameters %o of InitiateAuth", async (AuthParameters, message) => {
    const pool = await startPool();
    expect(await refusalOf(initiate(pool, { AuthParameters }))).toEqual(invalidParameter(message));
  });

  test("refuses a timestamp in ISO 8601 format", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const { input } = prove(await beginSignIn(pool));
    const ChallengeResponses = { ...input.ChallengeResponses, TIMESTAMP: "2026-11-21T09:30:00Z" };
    const answer = pool.client.send(new RespondToAuthChallengeCommand({ ...input, ChallengeResponses }));
    expect(await refusalOf(answer)).toEqual(
      invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english."),
    );
  });
});
