import { updatePassword } from "aws-amplify/auth";
import { useRef, useState } from "react";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName, failureText } from "../accounts/auth-failure.ts";
import { auth, proveSession } from "../accounts/session.ts";
import { isWrongPassword, type PasswordFields } from "./new-password.ts";

/** What became of a change: "wrong" if the current password was not the right one. */
export type PasswordOutcome = "changed" | "wrong" | "failed";

async function change({ current, next }: PasswordFields): Promise<PasswordOutcome> {
  try {
    await auth();
    await updatePassword({ oldPassword: current, newPassword: next });
    showToast(messages.passwordChanged);
    return "changed";
  } catch (error) {
    if (isWrongPassword(error)) {
      showToast(messages.passwordNotChanged("Your current password is incorrect."));
      return "wrong";
    }
    // Otherwise it is the session that is not honoured any more, which is told as such.
    if (failureName(error) === "NotAuthorizedException") await proveSession().catch(() => {});
    else showToast(messages.passwordNotChanged(failureText(error)));
    return "failed";
  }
}

/** Changing the password, once at a time: null if a change is under way already. */
export function useChangePassword() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  return {
    busy,
    change: async (fields: PasswordFields): Promise<PasswordOutcome | null> => {
      if (running.current) return null;
      running.current = true;
      setBusy(true);
      const outcome = await change(fields);
      running.current = false;
      setBusy(false);
      return outcome;
    },
  };
}
