import { Link, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { paths } from "../../../../domain/http/pages.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { checkAccount, decideNextStep } from "./account-check.ts";
import { failureName } from "./auth-failure.ts";
import { readCodeRequest, saveCodeRequest, startForceReset } from "./code-request.ts";
import { emailProblem, normaliseEmail } from "./credentials.ts";
import { CredentialsForm, CredentialsPage, EmailField } from "./credentials-page.tsx";
import { sendSignUpCode } from "./email-verification.ts";
import { hasGoogleSignIn, loadAuth, logOutEverywhere } from "./session.ts";
import { useTypedField } from "./sign-in-flow.ts";
import { useSubmit } from "./use-submit.ts";

const Sent = z.object({ sentTo: z.string() });

/** The browser keeps this navigation state across a reload. */
const sentState = (email: string): z.infer<typeof Sent> => ({ sentTo: email });

function parseSentTo(state: unknown): string | null {
  const parsed = z.safeParse(Sent, state);
  return parsed.success ? parsed.data.sentTo : null;
}

type Outcome = "sent" | "wrong-method" | "unconfirmed";

async function requestCode(email: string): Promise<Outcome> {
  const decision = decideNextStep("reset", await checkAccount(email), hasGoogleSignIn());
  if (decision === "wrong-method") return "wrong-method";
  if (decision === "verify" && (await sendSignUpCode(email)) === "sent") return "unconfirmed";
  try {
    await (await loadAuth()).requestReset(email);
    return "sent";
  } catch (error) {
    if (failureName(error) === "NotAuthorizedException") return "wrong-method";
    throw error;
  }
}

function useRequestCode(email: string): () => Promise<unknown> {
  const navigate = useNavigate();
  const isAgain = parseSentTo(useLocation().state) !== null;
  return async () => {
    const outcome = await requestCode(email);
    if (outcome === "wrong-method") return showToast(messages.wrongLoginMethod);
    if (outcome === "unconfirmed") {
      showToast(messages.emailVerificationRequired);
      return navigate(paths.verify, { state: { email, mode: "signup" } });
    }
    startForceReset();
    await logOutEverywhere();
    saveCodeRequest({ email, mode: "reset" });
    showToast(messages.codeSent);
    await navigate(paths.forgotPassword, { replace: isAgain, state: sentState(email) });
  };
}

function EmailStep() {
  const [email, setEmail] = useTypedField("email");
  const sending = useSubmit({
    submit: useRequestCode(normaliseEmail(email)),
    failureToast: messages.codeNotSent,
    check: () => ({ email: emailProblem(email) }),
  });
  return (
    <CredentialsPage
      title="Forgot password?"
      lead="Enter the email of your account to request a code for a new password."
      footer={<Link to={paths.login}>Back to Login</Link>}
    >
      <CredentialsForm sending={sending}>
        <EmailField value={email} onChange={setEmail} problem={sending.problemOf("email")} />
        <Button type="submit" variant="ink" busy={sending.busy}>
          Send Verification Code
        </Button>
      </CredentialsForm>
    </CredentialsPage>
  );
}

function CodeSentStep({ email }: { email: string }) {
  const navigate = useNavigate();
  const resending = useSubmit({ submit: useRequestCode(email), failureToast: messages.codeNotSent });
  return (
    <CredentialsPage
      title="Check Your Email"
      lead={
        <>
          If <strong className="address">{email}</strong> has an account that does not use Google, we have sent a code.
          Check your spam folder too.
        </>
      }
      footer={
        <>
          <span>
            Wrong address? <Link to={paths.forgotPassword}>Use another email</Link>
          </span>
          <Link to={paths.login}>Back to Login</Link>
        </>
      }
    >
      <div className="credentials-form">
        <Button variant="ink" onClick={() => void navigate(paths.verify, { state: { email, mode: "reset" } })}>
          Enter code
        </Button>
        <Button busy={resending.busy} onClick={() => void resending.onSubmit()}>
          Request New Code
        </Button>
      </div>
    </CredentialsPage>
  );
}

export function ForgotPasswordPage() {
  const { state } = useLocation();
  const sentTo = parseSentTo(state);
  const request = readCodeRequest();
  // This history entry may be outdated, for example because its code was used.
  const isUnderWay = request?.mode === "reset" && request.email === sentTo;
  return sentTo !== null && isUnderWay ? <CodeSentStep email={sentTo} /> : <EmailStep />;
}
