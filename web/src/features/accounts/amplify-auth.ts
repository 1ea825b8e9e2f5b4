import { Amplify } from "aws-amplify";
import {
  autoSignIn,
  confirmSignUp,
  fetchAuthSession,
  resendSignUpCode,
  signIn,
  signOut,
  signUp,
} from "aws-amplify/auth";
import type { Config } from "../../config.ts";

/** Who is signed in, as the tokens say. */
export type SignedIn = { userId: string; email: string; accountName: string; provider: "email" | "google" };

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Users who came through Google carry the identity by which they did. */
function providerOf(claims: Readonly<Record<string, unknown>>): SignedIn["provider"] {
  const google =
    Array.isArray(claims["identities"]) || text(claims["cognito:username"]).toLowerCase().startsWith("google_");
  return google ? "google" : "email";
}

/** Connects Amplify to the stage's user pool. */
export function configureAuth(config: Config): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(config.userPoolEndpoint ? { userPoolEndpoint: config.userPoolEndpoint } : {}),
        loginWith: { email: true },
      },
    },
  });
}

/** The learner whose tokens are stored, renewed if need be; null if there are none or they are no longer honoured. */
export async function currentLearner(): Promise<SignedIn | null> {
  const { tokens } = await fetchAuthSession();
  const claims = tokens?.idToken?.payload;
  if (!claims?.sub) return null;
  return {
    userId: claims.sub,
    email: text(claims["email"]),
    accountName: text(claims["name"]),
    provider: providerOf(claims),
  };
}

/** The access token for the API, renewed if need be; null if nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString() ?? null;
}

export type SignInResult = "signed-in" | "unconfirmed";

/** Signs in with a password, which never leaves the browser. Rejects with Amplify's AuthError. */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  const { nextStep } = await signIn({ username: email, password });
  return nextStep.signInStep === "CONFIRM_SIGN_UP" ? "unconfirmed" : "signed-in";
}

/** Makes an account; a code goes to the e-mail. Rejects with Amplify's AuthError. */
export async function createAccount(fullName: string, email: string, password: string): Promise<void> {
  await signUp({
    username: email,
    password,
    options: { userAttributes: { email, name: fullName }, autoSignIn: true },
  });
}

/**
 * Confirms an e-mail with its code and, where the password was given on this very page, signs in.
 * Rejects with Amplify's AuthError if the code is refused.
 */
export async function confirmEmail(email: string, code: string): Promise<"signed-in" | "confirmed"> {
  const { nextStep } = await confirmSignUp({ username: email, confirmationCode: code });
  if (nextStep.signUpStep !== "COMPLETE_AUTO_SIGN_IN") return "confirmed";
  try {
    const { isSignedIn } = await autoSignIn();
    return isSignedIn ? "signed-in" : "confirmed";
  } catch {
    return "confirmed";
  }
}

/** Sends a new code to an e-mail that is not confirmed yet. */
export async function resendCode(email: string): Promise<void> {
  await resendSignUpCode({ username: email });
}

/** Ends the session in this browser. */
export async function endSession(): Promise<void> {
  await signOut();
}
