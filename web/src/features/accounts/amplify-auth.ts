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

// The same scopes as in lib/identity.ts. The user pool requires the last scope for calls with an access token, such as
// a log-out of all sessions.
const scopes = ["openid", "email", "profile", "aws.cognito.signin.user.admin"];

/**
 * Without `withPages`, does not configure the pool's hosted pages for Google.
 * Why: docs/decisions/0042-google-in-amplify.md
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

/** The trigger that writes emails uses this origin in links if the origin belongs to the stage. */
const clientMetadata = () => ({ origin: window.location.origin });

export type SignInResult = "signed-in" | "unconfirmed";

/**
 * Amplify signs in over SRP, which does not send the password.
 * @throws AmplifyError, or an Error with the name "PasswordResetRequiredException" if the password has to be set again
 */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  try {
    const { nextStep } = await signIn({ username: email, password });
    if (nextStep.signInStep === "CONFIRM_SIGN_UP") return "unconfirmed";
    if (nextStep.signInStep !== "DONE") {
      throw Object.assign(new Error(nextStep.signInStep), { name: "PasswordResetRequiredException" });
    }
    await recordStoredTokens();
    return "signed-in";
  } catch (error) {
    if (isUnconfirmed(error)) return "unconfirmed";
    throw error;
  }
}

/** @throws AmplifyError */
export async function createAccount(fullName: string, email: string, password: string): Promise<void> {
  await signUp({
    username: email,
    password,
    options: { userAttributes: { email, name: fullName }, clientMetadata: clientMetadata() },
  });
}

/** @throws AmplifyError */
export async function resendCode(email: string): Promise<void> {
  await resendSignUpCode({ username: email, options: { clientMetadata: clientMetadata() } });
}

/** @throws AmplifyError */
export async function requestReset(email: string): Promise<void> {
  await resetPassword({ username: email, options: { clientMetadata: clientMetadata() } });
}

/** @throws AmplifyError */
export async function setNewPassword(email: string, code: string, newPassword: string): Promise<void> {
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword });
}

/** Amplify ignores errors of the server, and then only removes the tokens of this browser. */
export async function endSession({ everywhere }: { everywhere: boolean }): Promise<void> {
  await signOut({ global: everywhere });
  await recordStoredTokens();
}
