import { Amplify } from "aws-amplify";
import { confirmResetPassword, resendSignUpCode, resetPassword, signIn, signOut, signUp } from "aws-amplify/auth";
import { signInReturnUrls, signOutReturnUrls } from "../../../../domain/accounts/redirect.ts";
import type { WebConfig } from "../../../../domain/http/web-config.ts";
import { recordStoredTokens } from "./amplify-tokens.ts";
import { isUnconfirmed } from "./auth-failure.ts";

export {
  currentLearner,
  exchangeSession,
  freshAccessToken,
  renewRefused,
  renewTokens,
  stillHasTokens,
} from "./amplify-tokens.ts";

// The app client allows these scopes (lib/identity.ts). The last scope is required for calls of the user pool with an
// access token, such as a log-out of all sessions.
const scopes = ["openid", "email", "profile", "aws.cognito.signin.user.admin"];

/**
 * Connects Amplify to the stage's user pool. With `withPages`, also configures the pool's hosted pages for Google.
 * Why they are not always configured: docs/decisions/0042-google-in-amplify.md
 */
export function configureAuth(config: WebConfig, { withPages = false } = {}): void {
  const origins = [window.location.origin];
  const oauth = config.hostedUiUrl && {
    domain: new URL(config.hostedUiUrl).host,
    scopes,
    redirectSignIn: signInReturnUrls(origins),
    redirectSignOut: signOutReturnUrls(origins),
    responseType: "code" as const,
  };
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(config.userPoolEndpoint ? { userPoolEndpoint: config.userPoolEndpoint } : {}),
        loginWith: { email: true, ...(withPages && oauth ? { oauth } : {}) },
      },
    },
  });
}

/** Metadata for the trigger that writes emails: the origin of the links in the emails. */
const clientMetadata = () => ({ origin: window.location.origin });

export type SignInResult = "signed-in" | "unconfirmed";

/** Signs in with a password over SRP, so the password never leaves the browser. Rejects with Amplify's AuthError. */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  try {
    const { nextStep } = await signIn({ username: email, password });
    if (nextStep.signInStep === "CONFIRM_SIGN_UP") return "unconfirmed";
    await recordStoredTokens();
    return "signed-in";
  } catch (error) {
    if (isUnconfirmed(error)) return "unconfirmed";
    throw error;
  }
}

/** Creates an account and sends a code to the email. Rejects with Amplify's AuthError. */
export async function createAccount(fullName: string, email: string, password: string): Promise<void> {
  await signUp({
    username: email,
    password,
    options: { userAttributes: { email, name: fullName }, clientMetadata: clientMetadata() },
  });
}

/** Sends a new code to an email address that is not confirmed. Rejects with Amplify's AuthError. */
export async function resendCode(email: string): Promise<void> {
  await resendSignUpCode({ username: email, options: { clientMetadata: clientMetadata() } });
}

/** Sends a code for a new password. Rejects with Amplify's AuthError. */
export async function requestReset(email: string): Promise<void> {
  await resetPassword({ username: email, options: { clientMetadata: clientMetadata() } });
}

/** Sets a new password. Rejects with Amplify's AuthError if the code or the password is refused. */
export async function setNewPassword(email: string, code: string, newPassword: string): Promise<void> {
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword });
}

/**
 * Ends the session in this browser, or all sessions of the learner. Amplify ignores errors of the server, and then only
 * removes the tokens of this browser.
 */
export async function endSession({ everywhere }: { everywhere: boolean }): Promise<void> {
  await signOut({ global: everywhere });
  await recordStoredTokens();
}
