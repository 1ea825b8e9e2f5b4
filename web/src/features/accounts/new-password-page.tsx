import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathAfterReset } from "../../../../domain/accounts/redirect.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { callApi } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { type CodeRequest, removeCodeRequest, saveCodeRequest, useCodeRequest } from "./code-request.ts";
import { confirmationProblem, newPasswordProblem } from "./credentials.ts";
import { CredentialsForm, CredentialsPage } from "./credentials-page.tsx";
import { cancelGoogleSignIn } from "./google-sign-in.ts";
import { loadAuth, logOutEverywhere, refreshSession, setSessionLoading } from "./session.ts";
import { refusedCodeState, useDelay, useEnterApp } from "./sign-in-flow.ts";
import { useSubmit } from "./use-submit.ts";

const redirectDelayMs = 1500;

async function signInWithNewPassword(email: string, password: string): Promise<string> {
  try {
    cancelGoogleSignIn();
    await (await loadAuth()).signInWithPassword(email, password);
    setSessionLoading();
    const { subscription, profile } = await callApi("get-account", {});
    return pathAfterReset(subscription, profile.language_preference, serverNow());
  } catch {
    await refreshSession();
    return paths.login;
  }
}

function useSetPassword(request: CodeRequest | null, password: string) {
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  const enter = useEnterApp();
  const pause = useDelay();

  const startAgain = () => {
    removeCodeRequest();
    showToast(messages.resetExpired);
    return navigate(paths.forgotPassword, { replace: true });
  };
  const askAgain = ({ email, mode }: CodeRequest) => {
    saveCodeRequest({ email, mode });
    showToast(messages.codeInvalid);
    const { description = "" } = messages.codeInvalid;
    return navigate(paths.verify, { replace: true, state: refusedCodeState({ email, mode }, description) });
  };
  const submit = async () => {
    if (!request?.code) return startAgain();
    try {
      await (await loadAuth()).setNewPassword(request.email, request.code, password);
    } catch (error) {
      if (failureName(error) === "CodeMismatchException") return askAgain(request);
      if (failureName(error) === "ExpiredCodeException") return startAgain();
      throw error;
    }
    setDone(true);
    showToast(messages.passwordUpdated);
    await logOutEverywhere();
    const [path, isHere] = await Promise.all([signInWithNewPassword(request.email, password), pause(redirectDelayMs)]);
    if (isHere) await enter(path);
    else await refreshSession();
  };
  return { submit, startAgain, done };
}

export function NewPasswordPage() {
  const found = useCodeRequest();
  const request = found?.mode === "reset" && found.code ? found : null;
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const { submit, startAgain, done } = useSetPassword(request, password);
  const sending = useSubmit({
    submit,
    failureToast: messages.passwordNotReset,
    check: () => ({
      password: newPasswordProblem(password),
      confirmation: confirmationProblem(password, confirmation),
    }),
  });
  // Fixed at the first render, because the request also disappears when this page has finished.
  const [isLost] = useState(request === null);
  const restart = useRef(startAgain);
  useEffect(() => {
    if (isLost) void restart.current();
  }, [isLost]);

  return (
    <CredentialsPage
      title="New password"
      lead={done ? "Your new password is set. Redirecting…" : "Choose a new password for your account."}
      footer={<Link to={paths.login}>Back to Login</Link>}
    >
      <CredentialsForm sending={sending}>
        <TextField label="Email" name="email" autoComplete="username" isReadOnly value={request?.email ?? ""} />
        <PasswordField
          {...sending.problemOf("password")}
          label="New password"
          descriptiveText="Password must be at least 6 characters long"
          name="password"
          autoComplete="new-password"
          isRequired
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          {...sending.problemOf("confirmation")}
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          isRequired
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <Button type="submit" variant="ink" busy={sending.busy}>
          Update password
        </Button>
      </CredentialsForm>
    </CredentialsPage>
  );
}
