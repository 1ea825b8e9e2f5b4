import type { DataRouter } from "react-router";
import * as z from "zod/mini";
import { paths } from "../../../../domain/http/pages.ts";
import { parseStored, readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { messages } from "../../messages.ts";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { endForceReset, removeCodeRequest } from "./code-request.ts";
import { loadAuth, refreshSession, settings } from "./session.ts";
import { queueWelcome, safeOrigin } from "./sign-in-flow.ts";
import type { RefusalReason, SignInReturn } from "./sign-in-return.ts";
import { clearSignInRedirect, hasStoredTokens, isSignInRedirectPending } from "./stored-tokens.ts";

/** State of a tab's Google sign-in while the browser is at Google. */
export type PendingSignIn = {
  intent: "login" | "signup";
  /** The path that the visitor requested before the log-in. */
  origin: string | null;
  retried: boolean;
};

const PendingSignInText = z.object({
  intent: z.enum(["login", "signup"]),
  origin: z.nullable(z.string()),
  retried: z.boolean(),
});

function takePendingSignIn(): PendingSignIn | null {
  const text = readStored(stored.googleSignIn);
  removeStored(stored.googleSignIn);
  return parseStored(text, PendingSignInText) ?? null;
}

/** Also cancels a Google sign-in that another tab has started. */
export function cancelGoogleSignIn(): void {
  removeStored(stored.googleSignIn);
  clearSignInRedirect(settings().userPoolClientId);
}

type StartOptions = PendingSignIn & { email: string };

/** Resolves only if the browser restores this page, for example after its back button. */
export async function startGoogleSignIn({ email, ...pending }: StartOptions): Promise<void> {
  await loadAuth();
  const { redirectToGoogle } = await import("./amplify-google.ts");
  cancelGoogleSignIn();
  writeStored(stored.googleSignIn, JSON.stringify(pending));
  try {
    await redirectToGoogle(settings(), { email, choose: !pending.retried });
  } finally {
    cancelGoogleSignIn();
  }
}

type GoogleSignInResult = { to: string; toast: Toast | null; origin?: string | null };

function failedSignIn(pending: PendingSignIn | null): GoogleSignInResult {
  const reason = "Something went wrong. Please try again.";
  const origin = pending?.origin ?? null;
  return pending?.intent === "signup"
    ? { to: paths.signup, toast: messages.googleSignupFailed(reason), origin }
    : { to: paths.login, toast: messages.googleLoginFailed(reason), origin };
}

export type RefusalResponse =
  | { kind: "retry" }
  | {
      kind: "tell";
      toast: "emailAccountExists" | "googleLoginFailed" | "googleSignupFailed";
      at: typeof paths.login | typeof paths.signup;
    };

export function decideRefusal(why: RefusalReason, { intent, retried }: Omit<PendingSignIn, "origin">): RefusalResponse {
  if (why === "email") return { kind: "tell", toast: "emailAccountExists", at: paths.login };
  if (why !== "cancelled" && !retried) return { kind: "retry" };
  return intent === "login"
    ? { kind: "tell", toast: "googleLoginFailed", at: paths.login }
    : { kind: "tell", toast: "googleSignupFailed", at: paths.signup };
}

const tryAgainText = "Google did not confirm your account. Please try again.";

const toasts: Record<Extract<RefusalResponse, { kind: "tell" }>["toast"], Toast> = {
  emailAccountExists: messages.emailAccountExists,
  googleLoginFailed: messages.googleLoginFailed(tryAgainText),
  googleSignupFailed: messages.googleSignupFailed(tryAgainText),
};

async function handleRefusal(why: RefusalReason, pending: PendingSignIn): Promise<GoogleSignInResult> {
  cancelGoogleSignIn();
  const answer = decideRefusal(why, pending);
  if (answer.kind === "tell") return { to: answer.at, toast: toasts[answer.toast], origin: pending.origin };
  await startGoogleSignIn({ ...pending, retried: true, email: "" });
  return failedSignIn(pending);
}

export async function finishGoogleSignIn(returned: SignInReturn): Promise<GoogleSignInResult> {
  const pending = takePendingSignIn();
  try {
    await loadAuth();
    const { exchangeCode } = await import("./amplify-google.ts");
    // Ignores a result that this tab did not request, or whose sign-in was cancelled. An existing session stays.
    if (!pending || !isSignInRedirectPending(settings().userPoolClientId)) {
      return hasStoredTokens(settings().userPoolClientId) ? { to: paths.pricing, toast: null } : failedSignIn(pending);
    }
    if (returned.kind === "refused") return await handleRefusal(returned.why, pending);
    if (!(await exchangeCode(settings()))) return failedSignIn(pending);
    removeCodeRequest();
    endForceReset();
    if (pending.intent === "login") queueWelcome();
    return { to: safeOrigin(pending.origin) ?? paths.pricing, toast: null };
  } catch {
    return failedSignIn(pending);
  }
}

export async function finishSignIn(returned: SignInReturn, router: Pick<DataRouter, "navigate">): Promise<void> {
  const { to, toast, origin } = await finishGoogleSignIn(returned);
  await router.navigate(to, { replace: true, state: origin ? { origin } : null });
  await refreshSession();
  if (toast) showToast(toast);
}
