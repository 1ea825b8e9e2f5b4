import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router";
import { requiresLogin } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import type { SessionEnd } from "../features/accounts/session-end.ts";
import { clearDeletedLearner, clearLoggedOut, clearSession } from "../features/profile/clear-browser.ts";
import { messages } from "../messages.ts";
import type { Toast } from "../ui/toast.ts";
import { showToast } from "../ui/toasts.ts";

async function notifySessionRefused(navigate: NavigateFunction): Promise<void> {
  showToast(messages.sessionEnded);
  const { pathname, search } = window.location;
  if (!requiresLogin(pathname) && pathname !== paths.home) return;
  await navigate(paths.login, { state: { origin: pathname + search } });
}

const endToasts: Readonly<Record<Exclude<SessionEnd["how"], "refused" | "reset">, Toast>> = {
  "logged-out": messages.loggedOutElsewhere,
  taken: messages.loggedOutElsewhere,
  deleted: messages.accountDeletedElsewhere,
  replaced: messages.otherAccountLoggedIn,
};

export async function handleSessionEnd(
  { userId, how, wasHere }: SessionEnd,
  { queries, navigate }: { queries: QueryClient; navigate: NavigateFunction },
): Promise<void> {
  if (how === "refused") await notifySessionRefused(navigate);
  else if (how !== "reset" && wasHere) showToast(endToasts[how]);
  if (how === "deleted") await clearDeletedLearner(userId, queries);
  else if (how === "logged-out") await clearLoggedOut(userId, queries);
  else await clearSession(userId);
}
