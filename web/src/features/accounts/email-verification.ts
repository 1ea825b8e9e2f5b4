import { useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { readCodeRequest, removeCodeRequest, saveCodeRequest } from "./code-request.ts";
import { cancelGoogleSignIn } from "./google-sign-in.ts";
import { loadAuth } from "./session.ts";
import { type Credentials, useEnterApp, verifiedState } from "./sign-in-flow.ts";
import { FieldError } from "./use-submit.ts";

/** Cognito accepts a code for a day, but learners may not find an email that is older than ten minutes. */
const recentCodeMs = 10 * 60_000;

const wasJustSent = (email: string) => {
  const request = readCodeRequest();
  return request?.email === email && Date.now() - (request.sentAtMs ?? 0) < recentCodeMs;
};

export function recordSignUpCode(email: string): void {
  saveCodeRequest({ email, mode: "signup", sentAtMs: Date.now() });
}

type CodeOutcome = "sent" | "confirmed";

/** Returns "confirmed" if the user pool refuses a code because the email is confirmed already. */
export async function resendSignUpCode(email: string): Promise<CodeOutcome> {
  try {
    await (await loadAuth()).resendCode(email);
  } catch (error) {
    if (failureName(error) === "InvalidParameterException") return "confirmed";
    throw error;
  }
  recordSignUpCode(email);
  return "sent";
}

/** Returns "sent" even after a LimitExceededException, because the learner can still use the last code. */
export async function sendSignUpCode(email: string, { unlessFresh = false } = {}): Promise<CodeOutcome> {
  if (unlessFresh && wasJustSent(email)) return "sent";
  try {
    return await resendSignUpCode(email);
  } catch (error) {
    if (failureName(error) !== "LimitExceededException") throw error;
  }
  recordSignUpCode(email);
  return "sent";
}

type Outcome = "confirmed" | "confirmed before" | "password not set";

/**
 * Also sets the password of the account.
 * @throws FieldError if the code is wrong or has expired
 */
async function confirmEmail(code: string, { email, password, fullName }: Credentials): Promise<Outcome> {
  try {
    const name = fullName === undefined ? {} : { full_name: fullName };
    await callApi("confirm-email", { body: { email, code, password, ...name } });
    return "confirmed";
  } catch (error) {
    // For example, the email was confirmed in another tab, or by an earlier request whose response was lost.
    if (error instanceof ApiError && error.code === "already_confirmed") return "confirmed before";
    if (error instanceof ApiError && error.code === "password_not_set") return "password not set";
    const isCodeWrong = error instanceof ApiError && (error.code === "code_mismatch" || error.code === "code_expired");
    if (isCodeWrong) throw new FieldError("code", error.message);
    throw error;
  }
}

async function signIn({ email, password }: Credentials): Promise<boolean> {
  try {
    return (await (await loadAuth()).signInWithPassword(email, password)) === "signed-in";
  } catch (error) {
    // This browser is logged in already, for example in another tab.
    return failureName(error) === "UserAlreadyAuthenticatedException";
  }
}

export function useLogInAfterVerification(): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    await navigate(paths.login, { replace: true, state: verifiedState(email) });
    // Removes the code request after the navigation, because the code page needs the request until then.
    removeCodeRequest();
  };
}

export function useVerifyEmail(): (code: string, credentials: Credentials) => Promise<void> {
  const navigate = useNavigate();
  const enter = useEnterApp();
  const toLogIn = useLogInAfterVerification();
  return async (code, credentials) => {
    cancelGoogleSignIn();
    const outcome = await confirmEmail(code, credentials);
    if (outcome === "password not set") {
      showToast(messages.passwordNotSet);
      return navigate(paths.forgotPassword, { replace: true });
    }
    const isNew = outcome === "confirmed";
    if (isNew) showToast(messages.emailVerified);
    if (await signIn(credentials)) return enter(paths.pricing);
    if (!isNew) showToast(messages.alreadyVerified);
    await toLogIn(credentials.email);
  };
}

export function useEnterIfVerified(): (credentials: Credentials) => Promise<void> {
  const enter = useEnterApp();
  return async (credentials) => {
    if (await signIn(credentials)) await enter(paths.pricing);
  };
}
