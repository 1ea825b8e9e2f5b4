import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { CredentialsPage } from "./credentials-page.tsx";
import { EmailField } from "./email-field.tsx";
import { originOf } from "./origin.ts";
import { auth, refreshSession } from "./session.ts";
import { useSubmit } from "./use-submit.ts";
import { rememberVerifyEmail } from "./verify-email.ts";

async function logIn(email: string, password: string): Promise<"signed-in" | "unconfirmed" | "google"> {
  const account = await callApi("check-user-provider", { body: { email_to_check: email } }).catch(() => null);
  if (account?.provider === "google") return "google";
  try {
    return await (await auth()).signInWithPassword(email, password);
  } catch (error) {
    if (failureName(error) === "UserNotConfirmedException") return "unconfirmed";
    throw error;
  }
}

/** Log in with e-mail and password. */
export function LoginPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const navigate = useNavigate();
  const origin = originOf(useLocation());

  const submit = async () => {
    const address = email.trim().toLowerCase();
    const result = await logIn(address, password);
    if (result === "google") return showToast(messages.googleAccountDetected);
    if (result === "unconfirmed") {
      rememberVerifyEmail(address);
      showToast(messages.emailVerificationRequired);
      return navigate(paths.verify, { state: { email: address, mode: "signup" } });
    }
    await navigate(origin ?? paths.pricing, { replace: true });
    await refreshSession();
    showToast(messages.loginSuccessful);
  };

  const { busy, onSubmit } = useSubmit(submit, messages.loginFailed);

  return (
    <CredentialsPage
      title="Log in"
      lead="Good to have you back."
      footer={
        <span>
          New to Parlance? <Link to={paths.signup}>Sign up</Link>
        </span>
      }
    >
      <form className="credentials-form" onSubmit={onSubmit}>
        <EmailField value={email} onChange={setEmail} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          isRequired
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" voice="ink" busy={busy}>
          Login
        </Button>
      </form>
    </CredentialsPage>
  );
}
