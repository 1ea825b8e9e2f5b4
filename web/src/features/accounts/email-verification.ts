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

/** Time in ms for which a code counts as just sent. It is valid for a day, but nobody looks for yesterday's mail. */
const recentCodeMs = 10 * 60_000;

const wasJustSent = (email: string) => {
  const request = readCodeRequest();
  return request?.email === email && Date.now() - (request.sentAtMs ?? 0) < recentCodeMs;
};

/** Notes that a code to confirm the e-mail is on its way to it. */
export function recordSignUpCode(email: string): void {
  saveCodeRequest({ email, mode: "signup", sentAtMs: Date.now() });
}

/**
 * Sends another code to confirm an e-mail; "confirmed" if it needs none. `unlessFresh` leaves it at the last one while
 * that is young. Rejects with Amplify's AuthError.
 */
export async function sendSignUpCode(email: string, { unlessFresh = false } = {}): Promise<"sent" | "confirmed"> {
  if (unlessFresh && wasJustSent(email)) return "sent";
  try {
    await (await loadAuth()).resendCode(email);
  } catch (error) {
    if (failureName(error) === "InvalidParameterException") return "confirmed";
    // Somebody has asked for many: the last of them is good, and has come to the same e-mail.
    if (failureName(error) !== "LimitExceededException") throw error;
  }
  recordSignUpCode(email);
  return "sent";
}

type Outcome = "confirmed" | "confirmed before" | "password not set";

/** Confirms the email, for which the password is valid from then on. */
async function confirmEmail(code: string, { email, password, fullName }: Credentials): Promise<Outcome> {
  try {
    const name = fullName === undefined ? {} : { full_name: fullName };
    await callApi("confirm-email", { body: { email, code, password, ...name } });
    return "confirmed";
  } catch (error) {
    // In another tab, or by an earlier press of the button whose answer was lost.
    if (error instanceof ApiError && error.code === "already_confirmed") return "confirmed before";
    if (error instanceof ApiError && error.code === "password_not_set") return "password not set";
    const isCodeWrong = error instanceof ApiError && (error.code === "code_mismatch" || error.code === "code_expired");
    if (isCodeWrong) throw new FieldError("code", error.message);
    throw error;
  }
}

/** Signs in; false if the password does not hold, or nobody can tell. */
async function signIn({ email, password }: Credentials): Promise<boolean> {
  try {
    return (await (await loadAuth()).signInWithPassword(email, password)) === "signed-in";
  } catch (error) {
    // In another tab meanwhile.
    return failureName(error) === "UserAlreadyAuthenticatedException";
  }
}

/** Confirms an e-mail with its code, and lets its owner in; to log in by hand where the password turns out not to hold. */
export function useVerifyEmail(): (code: string, credentials: Credentials) => Promise<void> {
  const navigate = useNavigate();
  const enter = useEnterApp();
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
    await navigate(paths.login, { replace: true, state: verifiedState(credentials.email) });
    // Not before: the page of the code is for those whose e-mail is known.
    removeCodeRequest();
  };
}

/** Lets the owner of an e-mail in if it has been confirmed elsewhere meanwhile, with the same password. */
export function useEnterIfVerified(): (credentials: Credentials) => Promise<void> {
  const enter = useEnterApp();
  return async (credentials) => {
    if (await signIn(credentials)) await enter(paths.pricing);
  };
}
