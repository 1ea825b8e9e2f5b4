import { updatePassword } from "aws-amplify/auth";
import { useRef, useState } from "react";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName, failureText } from "../accounts/auth-failure.ts";
import { auth, refreshSession } from "../accounts/session.ts";
import { isWrongPassword, type PasswordFields } from "./new-password.ts";

const wrongPassword = "Your current password is not right.";

/** What became of a change: "wrong" if the current password was not the right one. */
export type PasswordOutcome = "changed" | "wrong" | "failed";

async function change({ current, next }: PasswordFields): Promise<PasswordOutcome> {
  try {
    await auth();
    await updatePassword({ oldPassword: current, newPassword: next });
    showToast(messages.passwordChanged);
    return "changed";
  } catch (error) {
    const wrong = isWrongPassword(error);
    showToast(messages.passwordNotChanged(wrong ? wrongPassword : failureText(error)));
    // Any other refusal of the caller means that the session is no longer honoured.
    if (!wrong && failureName(error) === "NotAuthorizedException") void refreshSession();
    return wrong ? "wrong" : "failed";
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
