import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { CredentialsPage } from "./credentials-page.tsx";
import { EmailField } from "./email-field.tsx";
import { auth } from "./session.ts";
import { useSubmit } from "./use-submit.ts";
import { rememberVerifyEmail } from "./verify-email.ts";

const toLoginDelayMs = 1500;

async function signUp(fullName: string, email: string, password: string): Promise<"sent" | "exists" | "google"> {
  const account = await callApi("check-user-provider", { body: { email_to_check: email } }).catch(() => null);
  if (account?.provider === "google") return "google";
  if (account?.user_exists) return "exists";
  try {
    await (await auth()).createAccount(fullName, email, password);
    return "sent";
  } catch (error) {
    if (failureName(error) === "UsernameExistsException") return "exists";
    throw error;
  }
}

/** Make an account with name, e-mail and password. */
export function SignupPage() {
  const [fullName, setFullName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const navigate = useNavigate();

  const submit = async () => {
    if (fullName.trim() === "") return showToast(messages.signupFailed("Please enter your full name."));
    const address = email.trim().toLowerCase();
    const result = await signUp(fullName.trim(), address, password);
    if (result === "google") return showToast(messages.googleAccountExists);
    if (result === "exists") {
      showToast(messages.accountExists);
      setTimeout(() => void navigate(paths.login), toLoginDelayMs);
      return;
    }
    rememberVerifyEmail(address);
    showToast(messages.verificationEmailSent);
    await navigate(paths.verify, { state: { email: address, mode: "signup" } });
  };

  const { busy, onSubmit } = useSubmit(submit, messages.signupFailed);

  return (
    <CredentialsPage
      title="Sign up"
      lead="Three dialogues to practise, free, as long as you like."
      footer={
        <span>
          Already have an account? <Link to={paths.login}>Log in</Link>
        </span>
      }
    >
      <form className="credentials-form" onSubmit={onSubmit}>
        <TextField
          label="Full name"
          name="name"
          autoComplete="name"
          isRequired
          maxLength={200}
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
        <EmailField value={email} onChange={setEmail} />
        <PasswordField
          label="Password"
          descriptiveText="Password must be at least 6 characters long"
          name="password"
          autoComplete="new-password"
          isRequired
          minLength={6}
          maxLength={99}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" voice="ink" busy={busy}>
          Create Account
        </Button>
      </form>
    </CredentialsPage>
  );
}
