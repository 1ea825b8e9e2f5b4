import { Amplify } from "aws-amplify";
import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ClientId,
  email,
  getUser,
  incorrectCredentials,
  notAuthorized,
  password,
  refresh,
  refusalOf,
  startPool,
  type TestPool,
  userPoolId,
} from "./test-pool.ts";

// Amplify warns about a custom `userPoolEndpoint`.
ConsoleLogger.LOG_LEVEL = "ERROR";

let pool: TestPool;
let stored: Map<string, string>;

beforeEach(async () => {
  pool = await startPool();
  stored = new Map();
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId: ClientId, userPoolEndpoint: pool.url } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => stored.get(key) ?? null,
    setItem: async (key, value) => {
      stored.set(key, value);
    },
    removeItem: async (key) => {
      stored.delete(key);
    },
    clear: async () => stored.clear(),
  });
});

async function register() {
  await signUp({ username: email, password, options: { userAttributes: { email, name: "Ana" } } });
  await confirmSignUp({ username: email, confirmationCode: pool.lastCode() });
}

const storedRefreshToken = () => {
  const entry = [...stored].find(([key]) => key.endsWith(".refreshToken"));
  return entry?.[1] ?? "";
};

describe("aws-amplify against the local Cognito", () => {
  test("signs a user up and in, and revokes the tokens at a global sign-out", async () => {
    const signedUp = await signUp({ username: email, password, options: { userAttributes: { email, name: "Ana" } } });
    expect(signedUp.nextStep).toEqual({
      signUpStep: "CONFIRM_SIGN_UP",
      codeDeliveryDetails: { destination: "a***@e***", deliveryMedium: "EMAIL", attributeName: "email" },
    });
    const confirmed = await confirmSignUp({ username: email, confirmationCode: pool.lastCode() });
    expect(confirmed.isSignUpComplete).toBe(true);

    expect(await signIn({ username: email, password })).toEqual({ isSignedIn: true, nextStep: { signInStep: "DONE" } });
    const { userId, username } = await getCurrentUser();
    expect(userId).toBe(signedUp.userId);
    expect(username).toBe(signedUp.userId);

    const before = await fetchAuthSession();
    const firstRefreshToken = storedRefreshToken();
    pool.advance(5000);
    const after = await fetchAuthSession({ forceRefresh: true });
    expect(after.tokens?.accessToken.payload.iat).toBe(Number(before.tokens?.accessToken.payload.iat) + 5);
    expect(after.tokens?.idToken?.payload["email"]).toBe(email);
    expect(storedRefreshToken()).not.toBe(firstRefreshToken);

    expect(await fetchUserAttributes()).toEqual({ sub: userId, email, email_verified: "true", name: "Ana" });

    const accessToken = String(after.tokens?.accessToken);
    const lastRefreshToken = storedRefreshToken();
    await signOut({ global: true });
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    expect(await refusalOf(getUser(pool, accessToken))).toEqual(notAuthorized("Access Token has been revoked"));
    expect(await refusalOf(refresh(pool, lastRefreshToken))).toEqual(notAuthorized("Refresh Token has been revoked"));
  });

  test("requires a code from an unconfirmed user, and accepts a newly requested code", async () => {
    await signUp({ username: email, password });
    const attempt = await signIn({ username: email, password });
    expect(attempt).toMatchObject({ isSignedIn: false, nextStep: { signInStep: "CONFIRM_SIGN_UP" } });
    await resendSignUpCode({ username: email });
    expect(pool.mails).toHaveLength(2);
    await confirmSignUp({ username: email, confirmationCode: pool.lastCode() });
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true);
  });

  test("refuses a wrong password", async () => {
    await register();
    expect(await refusalOf(signIn({ username: email, password: "another1" }))).toEqual(incorrectCredentials);
  });

  test("replaces a forgotten password, and refuses the old password", async () => {
    await register();
    const { nextStep } = await resetPassword({ username: email });
    expect(nextStep.resetPasswordStep).toBe("CONFIRM_RESET_PASSWORD_WITH_CODE");
    await confirmResetPassword({ username: email, confirmationCode: pool.lastCode(), newPassword: "renewed1" });
    expect(await refusalOf(signIn({ username: email, password }))).toEqual(incorrectCredentials);
    expect((await signIn({ username: email, password: "renewed1" })).isSignedIn).toBe(true);
  });

  test("changes the password of a signed-in user", async () => {
    await register();
    await signIn({ username: email, password });
    await updatePassword({ oldPassword: password, newPassword: "changed1" });
    await signOut();
    expect(await refusalOf(signIn({ username: email, password }))).toEqual(incorrectCredentials);
    expect((await signIn({ username: email, password: "changed1" })).isSignedIn).toBe(true);
  });

  test("revokes only the session of the device that signs out", async () => {
    await register();
    await signIn({ username: email, password });
    const here = storedRefreshToken();
    stored.clear();
    await signIn({ username: email, password });
    const there = storedRefreshToken();
    await signOut();
    expect(await refusalOf(refresh(pool, there))).toEqual(notAuthorized("Refresh Token has been revoked"));
    expect(await refresh(pool, here)).toHaveProperty("AccessToken");
  });
});
