import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import {
  type CodeRequest,
  codeRequestAt,
  readCodeRequest,
  removeCodeRequest,
  saveCodeRequest,
  useCodeRequest,
} from "./code-request.ts";
import { codeProblem, newPasswordProblem } from "./credentials.ts";
import { CodeField, CredentialsForm, CredentialsPage } from "./credentials-page.tsx";
import { resendSignUpCode, useLogInAfterVerification, useVerifyEmail } from "./email-verification.ts";
import { loadAuth, useSession } from "./session.ts";
import { forgetCredentials, parseRefusedCode, rememberedCredentials } from "./sign-in-flow.ts";
import { useSubmit } from "./use-submit.ts";
import { useVerifiedElsewhere } from "./use-verified-elsewhere.ts";

function useSubmitCode(code: string, typedPassword: string): () => Promise<unknown> {
  const location = useLocation();
  const navigate = useNavigate();
  const verify = useVerifyEmail();
  return async () => {
    const request = codeRequestAt(location);
    if (!request) {
      showToast(messages.emailMissing);
      return;
    }
    const { email, mode } = request;
    if (mode === "signup") return verify(code, rememberedCredentials(email) ?? { email, password: typedPassword });
    saveCodeRequest({ email, mode, code });
    return navigate(paths.newPassword);
  };
}

function useResendCode(): (request: CodeRequest | null) => Promise<void> {
  const toLogIn = useLogInAfterVerification();
  return async (request) => {
    if (!request) {
      showToast(messages.emailMissing);
      return;
    }
    const { email, mode } = request;
    if (mode === "reset") await (await loadAuth()).requestReset(email);
    else if ((await resendSignUpCode(email)) === "confirmed") {
      showToast(messages.resendNotNeeded);
      return toLogIn(email);
    }
    showToast(messages.codeResent);
  };
}

type FormProps = { email: string | undefined; mode: CodeRequest["mode"]; given: string; asksPassword: boolean };

/** Explains what happens after the last digit, because the page may change then. */
function completionText({ mode, given, asksPassword }: Omit<FormProps, "email">): string | null {
  if (asksPassword) return "We check the code together with your password.";
  if (given !== "") return null;
  return mode === "reset"
    ? "After the last digit, the page for your new password opens."
    : "We check the code after the last digit.";
}

function VerifyForm({ email, mode, given, asksPassword }: FormProps) {
  const [code, setCode] = useState(given);
  const [password, setPassword] = useState("");
  const location = useLocation();
  const passwordField = useRef<HTMLInputElement>(null);
  const verifying = useSubmit({
    submit: useSubmitCode(code, password),
    failureToast: messages.verificationFailed,
    initial: { code: given === "" ? parseRefusedCode(location.state) : null },
    check: () => ({ code: codeProblem(code), password: asksPassword ? newPasswordProblem(password) : null }),
  });
  const resendCode = useResendCode();
  const resending = useSubmit({
    submit: async () => {
      await resendCode(codeRequestAt(location));
      // The problem that is shown belongs to the previous code.
      verifying.clear("code");
    },
    failureToast: messages.resendFailed,
  });
  useVerifiedElsewhere(email, verifying.busy);
  useEffect(() => {
    if (asksPassword && given !== "") passwordField.current?.focus();
  }, [asksPassword, given]);
  const onComplete = () => {
    if (asksPassword && password === "") passwordField.current?.focus();
    else void verifying.onSubmit();
  };
  return (
    <CredentialsForm sending={verifying}>
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={onComplete}
        completion={completionText({ mode, given: code === given ? given : "", asksPassword })}
        problem={verifying.problemOf("code")}
      />
      {asksPassword && (
        <>
          {/* Password managers look here for the account. */}
          <input hidden readOnly name="username" autoComplete="username" value={email ?? ""} />
          <PasswordField
            {...verifying.problemOf("password")}
            ref={passwordField}
            label="Password"
            descriptiveText="The password from your sign-up, or a new one of at least 6 characters"
            name="password"
            autoComplete="current-password"
            isRequired
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      <Button type="submit" variant="ink" busy={verifying.busy}>
        Verify Code
      </Button>
      <Button variant="plain" busy={resending.busy} onClick={() => void resending.onSubmit()}>
        Resend Code
      </Button>
    </CredentialsForm>
  );
}

function useLeaveWhenVerified(request: CodeRequest | null): void {
  const session = useSession();
  const navigate = useNavigate();
  const isLearner = session.kind === "learner";
  const awaitsCode = request?.mode === "reset" && readCodeRequest() !== null;
  useEffect(() => {
    if (!isLearner || awaitsCode) return;
    removeCodeRequest();
    forgetCredentials();
    // After a sign-up, the learner has to choose a plan.
    void navigate(request?.mode === "reset" ? paths.home : paths.pricing, { replace: true });
  }, [isLearner, awaitsCode, request?.mode, navigate]);
}

export function VerifyPage() {
  const request = useCodeRequest();
  useLeaveWhenVerified(request);
  const { email, mode = "signup", code = "" } = request ?? {};
  const asksPassword = mode === "signup" && rememberedCredentials(email) === null;

  return (
    <CredentialsPage
      title={mode === "signup" ? "Check Your Email" : "Enter your code"}
      lead={
        <>
          Enter the 6-digit code from our email to <strong className="address">{email ?? "you"}</strong>
          {asksPassword ? ". Enter your password too." : "."}
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
              Wrong address? <Link to={paths.forgotPassword}>Use another email</Link>
            </span>
            <Link to={paths.login}>Back to Login</Link>
          </>
        )
      }
    >
      <VerifyForm key={`${mode} ${email} ${code}`} {...{ email, mode, asksPassword }} given={code} />
    </CredentialsPage>
  );
}
