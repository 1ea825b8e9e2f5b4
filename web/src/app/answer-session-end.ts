import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router";
import { requiresLogin } from "../../../domain/redirect.ts";
import type { SessionEnd } from "../features/accounts/session.ts";
import { clearBrowser, clearSession } from "../features/profile/clear-browser.ts";
import { messages } from "../messages.ts";
import { paths } from "../paths.ts";
import { showToast } from "../ui/toasts.ts";

async function tellRefused(navigate: NavigateFunction): Promise<void> {
  showToast(messages.sessionEnded);
  const { pathname, search } = window.location;
  // Whoever is just saying who they are is not interrupted.
  if (!requiresLogin(pathname) && pathname !== paths.home) return;
  await navigate(paths.login, { state: { origin: pathname + search } });
}

/** Clears up after a session that ended without this page's doing. */
export async function answerSessionEnd(
  { userId, how }: SessionEnd,
  { queries, navigate }: { queries: QueryClient; navigate: NavigateFunction },
): Promise<void> {
  if (how === "refused") await tellRefused(navigate);
  if (how === "left") await clearBrowser(userId, queries);
  else await clearSession(userId);
}
