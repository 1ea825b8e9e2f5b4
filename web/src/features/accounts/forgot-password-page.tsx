import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { checkAccount, decideOn } from "./account-check.ts";
import { failureName } from "./auth-failure.ts";
import { rememberCodeRequest } from "./code-request.ts";
import { emailOf, emailProblem } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { CredentialsPage } from "./credentials-page.tsx";
import { EmailField } from "./email-field.tsx";
import { beginForceReset } from "./force-reset.ts";
import { auth, hasGoogle, logOutEverywhere } from "./session.ts";
import { useTypedField } from "./typed-fields.ts";
import { useSubmit } from "./use-submit.ts";

/** Sends a code; false if the e-mail has no password to reset. */
async function requestCode(email: string): Promise<boolean> {
  const answer = await checkAccount(email);
  if (decideOn("reset", answer, hasGoogle()) === "wrong-method") return false;
  try {
    await (await auth()).requestReset(email);
    return true;
  } catch (error) {
    if (failureName(error) === "NotAuthorizedException") return false;
    throw error;
  }
}

function useRequestCode(email: string, onSent: () => void): () => Promise<unknown> {
  return async () => {
    if (!(await requestCode(email))) return showToast(messages.wrongLoginMethod);
    beginForceReset();
    await logOutEverywhere();
    rememberCodeRequest({ email, mode: "reset" });
    showToast(messages.codeSent);
    onSent();
  };
}

type StepProps = { email: string; onEmail: (email: string) => void; onDone: () => void };

function AskForEmail({ email, onEmail, onDone }: StepProps) {
  const sending = useSubmit({
    submit: useRequestCode(emailOf(email), onDone),
    failed: messages.codeNotSent,
    check: () => ({ email: emailProblem(email) }),
  });
  return (
    <CredentialsPage
      title="Forgot password?"
      lead="Enter your email, and we send you a code with which you can choose a new one."
      footer={<Link to={paths.login}>Back to Login</Link>}
    >
      <CredentialsForm sending={sending}>
        <EmailField value={email} onChange={onEmail} problem={sending.problemOf("email")} />
        <Button type="submit" voice="ink" busy={sending.busy}>
          Send Verification Code
        </Button>
      </CredentialsForm>
    </CredentialsPage>
  );
}

function CheckYourEmail({ email, onDone }: StepProps) {
  const navigate = useNavigate();
  const resending = useSubmit({ submit: useRequestCode(emailOf(email), () => {}), failed: messages.codeNotSent });
  return (
    <CredentialsPage
      title="Check Your Email"
      lead={
        <>
          If <strong className="address">{emailOf(email)}</strong> has an account, a code to choose a new password is on
          its way. It may take a minute; look among unwanted mail as well.
        </>
      }
      footer={
        <>
          <span>
            Wrong address?{" "}
            <button type="button" className="link-button" onClick={onDone}>
              Use another email
            </button>
          </span>
          <Link to={paths.login}>Back to Login</Link>
        </>
      }
    >
      <div className="credentials-form">
        <Button
          voice="ink"
          onClick={() => void navigate(paths.verify, { state: { email: emailOf(email), mode: "reset" } })}
        >
          Enter Code
        </Button>
        <Button busy={resending.busy} onClick={() => void resending.onSubmit()}>
          Request New Code
        </Button>
      </div>
    </CredentialsPage>
  );
}

/** Ask for a code with which to choose a new password. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useTypedField("email");
  const [sent, setSent] = useState(false);
  const step = { email, onEmail: setEmail, onDone: () => setSent(!sent) };
  return sent ? <CheckYourEmail {...step} /> : <AskForEmail {...step} />;
}
