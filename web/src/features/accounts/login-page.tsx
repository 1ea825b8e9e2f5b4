import { useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { checkAccount, decideNextStep } from "./account-check.ts";
import { failureText, isWrongPassword } from "./auth-failure.ts";
import { emailProblem, newPasswordProblem, normaliseEmail, passwordProblem } from "./credentials.ts";
import { CredentialsForm, CredentialsPage, EmailField } from "./credentials-page.tsx";
import { sendSignUpCode } from "./email-verification.ts";
import { GoogleButton } from "./google-button.tsx";
import { cancelGoogleSignIn, startGoogleSignIn } from "./google-sign-in.ts";
import { hasGoogleSignIn, loadAuth } from "./session.ts";
import { useRefusedSession } from "./session-end.ts";
import {
  originOf,
  parseVerified,
  queueWelcome,
  rememberCredentials,
  useDelay,
  useEnterApp,
  useTypedField,
} from "./sign-in-flow.ts";
import { FieldError, useSubmit } from "./use-submit.ts";

const toGoogleDelayMs = 1000;
const maybeGoogleText = "Incorrect email or password. If you signed up with Google, continue with Google.";

function useLogIn(email: string, password: string): () => Promise<unknown> {
  const navigate = useNavigate();
  const enter = useEnterApp();
  const pause = useDelay();
  const location = useLocation();
  const origin = originOf(location);

  const verify = async () => {
    await sendSignUpCode(email, { unlessFresh: true });
    // Without a password in memory, the code page asks for one. The server would refuse an invalid password.
    if (newPasswordProblem(password) === null) rememberCredentials({ email, password });
    showToast(messages.emailVerificationRequired);
    return navigate(paths.verify, { state: { email, mode: "signup" } });
  };
  return async () => {
    const answer = await checkAccount(email);
    const decision = decideNextStep("login", answer, hasGoogleSignIn());
    if (decision === "wrong-method") return showToast(messages.wrongLoginMethod);
    if (decision === "to-google") {
      showToast(messages.googleAccountDetected);
      if (!(await pause(toGoogleDelayMs))) return;
      return startGoogleSignIn({ intent: "login", origin, retried: false, email });
    }
    cancelGoogleSignIn();
    if (decision === "verify") return verify();
    const { signInWithPassword } = await loadAuth();
    const result = await signInWithPassword(email, password).catch((error: unknown) => {
      if (!isWrongPassword(error)) throw error;
      const isPerhapsGoogle = answer === "unknown" && hasGoogleSignIn();
      throw new FieldError("password", isPerhapsGoogle ? maybeGoogleText : failureText(error));
    });
    if (result === "unconfirmed") return verify();
    queueWelcome();
    await enter(origin ?? paths.pricing);
  };
}

export function LoginPage() {
  const isRefused = useRefusedSession();
  const { state } = useLocation();
  const verified = parseVerified(state);
  const [email, setEmail] = useTypedField("email", verified?.email);
  const [password, setPassword] = useState("");
  const logIn = useLogIn(normaliseEmail(email), password);
  const turn = useRef(false);
  const sending = useSubmit({
    submitLock: turn,
    submit: logIn,
    failureToast: messages.loginFailed,
    check: () => ({ email: emailProblem(email), password: passwordProblem(password) }),
  });

  return (
    <CredentialsPage
      title="Log in"
      lead={`${verified ? "Your email is verified. " : isRefused ? "Your session ended. " : ""}Log in to continue.`}
      footer={
        <span>
          New to Parlance?{" "}
          <Link to={paths.signup} state={state}>
            Sign up
          </Link>
        </span>
      }
    >
      <CredentialsForm sending={sending}>
        <EmailField value={email} onChange={setEmail} problem={sending.problemOf("email")} />
        <PasswordField
          {...sending.problemOf("password")}
          label="Password"
          name="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Link className="credentials-aside" to={paths.forgotPassword}>
          Forgot password?
        </Link>
        <Button type="submit" variant="ink" busy={sending.busy}>
          Log in
        </Button>
      </CredentialsForm>
      <GoogleButton intent="login" email={email} submitLock={turn} />
    </CredentialsPage>
  );
}
