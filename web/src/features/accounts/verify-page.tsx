import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { type CodeRequest, forgetCodeRequest, rememberCodeRequest } from "./code-request.ts";
import { codeIn, codeProblem } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { CredentialsPage } from "./credentials-page.tsx";
import { cancelGoogleSignIn } from "./google-sign-in.ts";
import { auth, useSession } from "./session.ts";
import { codeRequestAt, useCodeRequest } from "./use-code-request.ts";
import { useEnter } from "./use-enter.ts";
import { useSubmit } from "./use-submit.ts";

function useVerify(code: string): () => Promise<unknown> {
  const location = useLocation();
  const navigate = useNavigate();
  const enter = useEnter();

  const toLogin = async () => {
    await navigate(paths.login, { replace: true });
    // Not before: this page is for those whose e-mail is known.
    forgetCodeRequest();
  };
  const confirm = async ({ email }: CodeRequest) => {
    cancelGoogleSignIn();
    try {
      const result = await (await auth()).confirmEmail(email, code);
      showToast(messages.emailVerified);
      await (result === "signed-in" ? enter(paths.pricing) : toLogin());
    } catch (error) {
      if (failureName(error) !== "NotAuthorizedException") throw error;
      // It was confirmed in another tab, or by an earlier press of the button whose answer was lost.
      showToast(messages.verificationFailed("This email is verified already. Please log in."));
      await toLogin();
    }
  };
  return async () => {
    const request = codeRequestAt(location);
    if (!request) {
      showToast(messages.emailMissing);
      return;
    }
    if (request.mode === "signup") return confirm(request);
    rememberCodeRequest({ ...request, code });
    return navigate(paths.newPassword);
  };
}

async function resend(request: CodeRequest | null): Promise<void> {
  if (!request) {
    showToast(messages.emailMissing);
    return;
  }
  const { resendCode, requestReset } = await auth();
  await (request.mode === "signup" ? resendCode(request.email) : requestReset(request.email));
  showToast(messages.codeResent);
}

function VerifyForm({ given }: { given: string }) {
  const [code, setCode] = useState(given);
  const location = useLocation();
  const verifying = useSubmit({
    submit: useVerify(code),
    failed: messages.verificationFailed,
    check: () => ({ code: codeProblem(code) }),
  });
  const resending = useSubmit({ submit: () => resend(codeRequestAt(location)), failed: messages.resendFailed });
  return (
    <CredentialsForm sending={verifying}>
      <TextField
        {...verifying.problemOf("code")}
        className="code-field"
        label="Verification code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        value={code}
        onChange={(event) => setCode(codeIn(event.target.value))}
      />
      <Button type="submit" voice="ink" busy={verifying.busy}>
        Verify Code
      </Button>
      <Button voice="plain" busy={resending.busy} onClick={() => void resending.onSubmit()}>
        Resend Code
      </Button>
    </CredentialsForm>
  );
}

/** Enter the code that was sent to an e-mail. */
export function VerifyPage() {
  const request = useCodeRequest();
  const session = useSession();
  const navigate = useNavigate();
  const { email = "your email address", mode = "signup", code = "" } = request ?? {};
  const isDone = session.kind === "learner" && mode === "signup";

  useEffect(() => {
    // Whoever has signed in in another tab needs no code any more.
    if (isDone) void navigate(paths.pricing, { replace: true });
  }, [isDone, navigate]);

  return (
    <CredentialsPage
      title={mode === "signup" ? "Check your email" : "Enter your code"}
      lead={
        <>
          Enter the 6-digit code that we sent to <strong className="address">{email}</strong>.
        </>
      }
      footer={
        mode === "signup" ? (
          <>
            <span>
              Wrong address? <Link to={paths.signup}>Sign up again</Link>
            </span>
            <Link to={paths.login}>Back to Login</Link>
          </>
        ) : (
          <>
            <span>
              Wrong address? <Link to={paths.forgotPassword}>Request a code again</Link>
            </span>
            <Link to={paths.login}>Back to Login</Link>
          </>
        )
      }
    >
      <VerifyForm key={`${mode} ${email} ${code}`} given={code} />
    </CredentialsPage>
  );
}
