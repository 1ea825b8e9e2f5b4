import type { DataRouter } from "react-router";
import { finishGoogleSignIn } from "../features/accounts/google-sign-in.ts";
import { refreshSession } from "../features/accounts/session.ts";
import type { SignInReturn } from "../features/accounts/sign-in-return.ts";
import { showToast } from "../ui/toasts.ts";

/** Lets somebody in who comes back from Google, or tells why not. */
export async function finishSignIn(returned: SignInReturn, router: Pick<DataRouter, "navigate">): Promise<void> {
  const { to, toast, origin } = await finishGoogleSignIn(returned);
  await router.navigate(to, { replace: true, state: origin ? { origin } : null });
  await refreshSession();
  if (toast) showToast(toast);
}
