import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { CredentialsPage } from "./credentials-page.tsx";
import { auth, refreshSession } from "./session.ts";
import { useSubmit } from "./use-submit.ts";
import { forgetVerifyEmail, verifyEmail } from "./verify-email.ts";

const codeLength = 6;

function emailIn(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("email" in state)) return null;
  return typeof state.email === "string" ? state.email : null;
}

/** Enter the code that was sent to an e-mail. */
export function VerifyPage() {
  const email = emailIn(useLocation().state) ?? verifyEmail();
  const [code, setCode] = useState("");
  const navigate = useNavigate();

  const verify = async () => {
    if (!email) return showToast(messages.emailMissing);
    const result = await (await auth()).confirmEmail(email, code);
    showToast(messages.emailVerified);
    if (result === "confirmed") return navigate(paths.login, { replace: true });
    await navigate(paths.pricing, { replace: true });
    await refreshSession();
    forgetVerifyEmail();
  };

  const resend = async () => {
    if (!email) return showToast(messages.emailMissing);
    await (await auth()).resendCode(email);
    showToast(messages.codeResent);
  };

  const verifying = useSubmit(verify, messages.verificationFailed);
  const resending = useSubmit(resend, messages.resendFailed);

  return (
    <CredentialsPage
      title="Check your email"
      lead={
        <>
          Enter the 6-digit code that we sent to <strong className="address">{email}</strong>.
        </>
      }
      footer={
        <span>
          Wrong address? <Link to={paths.signup}>Sign up again</Link>
        </span>
      }
    >
      <form className="credentials-form" onSubmit={verifying.onSubmit}>
        <TextField
          className="code-field"
          label="Verification code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\s/g, "").slice(0, codeLength))}
        />
        <Button type="submit" voice="ink" busy={verifying.busy}>
          Verify Code
        </Button>
        <Button voice="plain" busy={resending.busy} onClick={() => resending.onSubmit()}>
          Resend Code
        </Button>
      </form>
    </CredentialsPage>
  );
}
