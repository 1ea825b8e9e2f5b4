import { updatePassword } from "aws-amplify/auth";
import { useRef, useState } from "react";
import { callApiWithToken } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName, failureText, isWrongPassword } from "../accounts/auth-failure.ts";
import { getSessionSignal, loadAuth, verifySession } from "../accounts/session.ts";
import { isWrongCurrentPassword, type PasswordFields } from "./new-password.ts";

/** "wrong": the current password was wrong. */
export type PasswordOutcome = "changed" | "wrong" | "failed";

/**
 * Other sessions may belong to a person who knew the old password. Returns false if the sessions ended, but this
 * browser's log-in with the new password may have failed.
 */
async function endOtherSessions(email: string, password: string): Promise<boolean> {
  const { exchangeSession } = await loadAuth();
  let ended = false;
  try {
    await exchangeSession({ email, password }, async (token) => {
      await callApiWithToken(token, "end-sessions", {});
      ended = true;
    });
    return true;
  } catch {
    if (!ended) {
      showToast(messages.sessionsNotEnded);
      return true;
    }
    await verifySession().catch(() => {});
    return false;
  }
}

function refusalText(error: unknown): string {
  // The new password may be set although its response was lost.
  if (failureName(error) === "NetworkError") {
    return `${failureText(error)} If your current password is then refused, your new password may already be set.`;
  }
  // `failureText` would say that the email or the password is incorrect, which is not why the token was refused.
  return failureText(isWrongPassword(error) ? undefined : error);
}

async function changePassword(email: string, { current, next }: PasswordFields): Promise<PasswordOutcome> {
  const sessionSignal = getSessionSignal();
  try {
    await loadAuth();
    await updatePassword({ oldPassword: current, newPassword: next });
    const isLoggedIn = await endOtherSessions(email, next);
    showToast(isLoggedIn ? messages.passwordChanged : messages.passwordChangedLoggedOut);
    return "changed";
  } catch (error) {
    if (isWrongCurrentPassword(error)) {
      showToast(messages.passwordNotChanged("Your current password is incorrect."));
      return "wrong";
    }
    // After a NotAuthorizedException, the session may be invalid.
    if (failureName(error) === "NotAuthorizedException") await verifySession().catch(() => {});
    // The end of a session has its own message.
    if (!sessionSignal.aborted) showToast(messages.passwordNotChanged(refusalText(error)));
    return "failed";
  }
}

export function useChangePassword(email: string) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  return {
    busy,
    change: async (fields: PasswordFields): Promise<PasswordOutcome | null> => {
      if (running.current) return null;
      running.current = true;
      setBusy(true);
      const outcome = await changePassword(email, fields);
      running.current = false;
      setBusy(false);
      return outcome;
    },
  };
}
