import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { checkAccount, decideOn } from "./account-check.ts";
import { emailOf, emailProblem } from "./credentials.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { originOf } from "./origin.ts";
import { hasGoogle } from "./session.ts";
import { useSubmit } from "./use-submit.ts";

type Props = { intent: "login" | "signup"; email: string };

const settingsStay = () => () => {};

/** Signs in or up through Google, with the e-mail that was typed if one was. */
export function GoogleButton({ intent, email }: Props) {
  const origin = originOf(useLocation());
  const failed = intent === "login" ? messages.googleLoginFailed : messages.googleSignupFailed;
  const leave = async () => {
    const address = emailProblem(email) === null ? emailOf(email) : "";
    const answer = address ? await checkAccount(address) : "none";
    if (decideOn("google", answer, true) === "offer-password") return showToast(messages.emailAccountExists);
    await startGoogleSignIn({ intent, origin, retried: false, email: address });
  };
  const { busy, onSubmit } = useSubmit({ submit: leave, failed });
  const shown = useSyncExternalStore(settingsStay, hasGoogle, () => true);
  if (!shown) return null;
  return (
    <div className="credentials-other">
      <p className="credentials-or">or</p>
      <Button busy={busy} onClick={() => void onSubmit()}>
        Continue with Google
      </Button>
    </div>
  );
}
