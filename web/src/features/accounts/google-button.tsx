import { type RefObject, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { checkAccount, decideOn } from "./account-check.ts";
import { emailOf, emailProblem } from "./credentials.ts";
import { GoogleMark } from "./google-mark.tsx";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { originOf } from "./origin.ts";
import { hasGoogle } from "./session.ts";
import { useSubmit } from "./use-submit.ts";

type Props = {
  intent: "login" | "signup";
  email: string;
  /** Shared with the form beside it: pressed together, the two would go different ways. */
  turn: RefObject<boolean>;
};

const settingsStay = () => () => {};

/** Signs in or up through Google, with the e-mail that was typed if one was. */
export function GoogleButton({ intent, email, turn }: Props) {
  const origin = originOf(useLocation());
  const failed = intent === "login" ? messages.googleLoginFailed : messages.googleSignupFailed;
  const signIn = async () => {
    const address = emailProblem(email) === null ? emailOf(email) : "";
    const answer = address ? await checkAccount(address) : "none";
    if (decideOn("google", answer, true) === "offer-password") return showToast(messages.emailAccountExists);
    await startGoogleSignIn({ intent, origin, retried: false, email: address });
  };
  const { busy, onSubmit } = useSubmit({ submit: signIn, failed, turn });
  const shown = useSyncExternalStore(settingsStay, hasGoogle, () => true);
  if (!shown) return null;
  return (
    <div className="credentials-other">
      <p className="credentials-or">or</p>
      <Button voice="google" busy={busy} onClick={() => void onSubmit()}>
        <GoogleMark />
        Continue with Google
      </Button>
    </div>
  );
}
