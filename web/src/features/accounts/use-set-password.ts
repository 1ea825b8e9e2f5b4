import { useState } from "react";
import { useNavigate } from "react-router";
import { afterReset } from "../../../../domain/accounts/redirect.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { callApi } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { failureName } from "./auth-failure.ts";
import { type CodeRequest, forgetCodeRequest, refusedCodeState, rememberCodeRequest } from "./code-request.ts";
import { cancelGoogleSignIn } from "./google-sign-in.ts";
import { auth, awaitSession, logOutEverywhere, refreshSession } from "./session.ts";
import { useEnter } from "./use-enter.ts";
import { usePause } from "./use-pause.ts";

const redirectDelayMs = 1500;

/** Signs in with the new password, and finds where the learner goes on; to log in by hand if that fails. */
async function signInAfresh(email: string, password: string): Promise<string> {
  try {
    cancelGoogleSignIn();
    await (await auth()).signInWithPassword(email, password);
    awaitSession();
    const { subscription, profile } = await callApi("get-account", {});
    return afterReset(subscription, profile.language_preference, serverNow());
  } catch {
    await refreshSession();
    return paths.login;
  }
}

/** Sets a new password with the code that the learner has, then leads on. */
export function useSetPassword(request: CodeRequest | null, password: string) {
  const [done, setDone] = useState(false);
  const navigate = useNavigate();
  const enter = useEnter();
  const pause = usePause();

  const startAgain = () => {
    forgetCodeRequest();
    showToast(messages.resetExpired);
    return navigate(paths.forgotPassword, { replace: true });
  };
  const askAgain = ({ email, mode }: CodeRequest) => {
    rememberCodeRequest({ email, mode });
    showToast(messages.codeRefused);
    const { description = "" } = messages.codeRefused;
    return navigate(paths.verify, { replace: true, state: refusedCodeState({ email, mode }, description) });
  };
  const submit = async () => {
    if (!request?.code) return startAgain();
    try {
      await (await auth()).setNewPassword(request.email, request.code, password);
    } catch (error) {
      if (failureName(error) === "CodeMismatchException") return askAgain(request);
      if (failureName(error) === "ExpiredCodeException") return startAgain();
      throw error;
    }
    setDone(true);
    showToast(messages.passwordUpdated);
    await logOutEverywhere();
    const [path, isHere] = await Promise.all([signInAfresh(request.email, password), pause(redirectDelayMs)]);
    if (isHere) await enter(path);
    else await refreshSession();
  };
  return { submit, startAgain, done };
}
