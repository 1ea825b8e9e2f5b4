import { useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { fullNameProblem, normaliseName } from "../../../../domain/accounts/full-name.ts";
import { parseConflict } from "../../../../domain/accounts/trigger-refusals.ts";
import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { type CheckDecision, checkAccount, decideNextStep } from "./account-check.ts";
import { failureName } from "./auth-failure.ts";
import { emailProblem, newPasswordProblem, normaliseEmail } from "./credentials.ts";
import { CredentialsForm, CredentialsPage, EmailField } from "./credentials-page.tsx";
import { recordSignUpCode, sendSignUpCode } from "./email-verification.ts";
import { GoogleButton } from "./google-button.tsx";
import { cancelGoogleSignIn } from "./google-sign-in.ts";
import { hasGoogleSignIn, loadAuth } from "./session.ts";
import { rememberCredentials, useDelay, useTypedField } from "./sign-in-flow.ts";
import { useSubmit } from "./use-submit.ts";

const toLoginDelayMs = 1500;

type NewAccount = { fullName: string; email: string; password: string };

async function signUp({ fullName, email, password }: NewAccount): Promise<CheckDecision> {
  const decision = decideNextStep("signup", await checkAccount(email), hasGoogleSignIn());
  if (decision !== "continue") return decision;
  try {
    await (await loadAuth()).createAccount(fullName, email, password);
    recordSignUpCode(email);
    return "continue";
  } catch (error) {
    // If the existing account is unconfirmed, it belongs to the person who receives the code.
    if (failureName(error) === "UsernameExistsException") return "verify";
    if (error instanceof Error && parseConflict(error.message) === "google") return "offer-google";
    throw error;
  }
}

function useSignUp(account: NewAccount): () => Promise<unknown> {
  const navigate = useNavigate();
  const pause = useDelay();
  const { state } = useLocation();
  const { email } = account;

  const toLogin = async () => {
    showToast(messages.accountExists);
    if (await pause(toLoginDelayMs)) await navigate(paths.login, { state });
  };
  return async () => {
    cancelGoogleSignIn();
    const decision = await signUp(account);
    if (decision === "offer-google") return showToast(messages.googleAccountExists);
    if (decision === "to-login") return toLogin();
    if (decision === "verify" && (await sendSignUpCode(email)) === "confirmed") return toLogin();
    rememberCredentials(account);
    showToast(messages.verificationEmailSent);
    await navigate(paths.verify, { state: { email, mode: "signup" } });
  };
}

export function SignupPage() {
  const [fullName, setFullName] = useTypedField("fullName");
  const [email, setEmail] = useTypedField("email");
  const [password, setPassword] = useState("");
  const create = useSignUp({ fullName: normaliseName(fullName), email: normaliseEmail(email), password });
  const turn = useRef(false);
  const sending = useSubmit({
    submitLock: turn,
    submit: create,
    failureToast: messages.signupFailed,
    check: () => ({
      name: fullNameProblem(fullName),
      email: emailProblem(email),
      password: newPasswordProblem(password),
    }),
  });
  const { state } = useLocation();

  return (
    <CredentialsPage
      title="Sign up"
      lead={`Example dialogues in ${languageLabel(exampleLanguage)} are free. Other dialogues need a paid plan.`}
      footer={
        <span>
          Already have an account?{" "}
          <Link to={paths.login} state={state}>
            Log in
          </Link>
        </span>
      }
    >
      <CredentialsForm sending={sending}>
        <TextField
          {...sending.problemOf("name")}
          label="Full name"
          name="name"
          autoComplete="name"
          dir="auto"
          isRequired
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
        <EmailField value={email} onChange={setEmail} problem={sending.problemOf("email")} />
        <PasswordField
          {...sending.problemOf("password")}
          label="Password"
          descriptiveText="Password must be at least 6 characters long"
          name="password"
          autoComplete="new-password"
          isRequired
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="ink" busy={sending.busy}>
          Create Account
        </Button>
      </CredentialsForm>
      <GoogleButton intent="signup" email={email} submitLock={turn} />
    </CredentialsPage>
  );
}
