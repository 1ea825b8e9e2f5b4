import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { requiresLogin } from "../../../domain/redirect.ts";
import { onSessionEnd } from "../features/accounts/session.ts";
import { messages } from "../messages.ts";
import { paths } from "../paths.ts";
import { showToast } from "../ui/toasts.ts";

/**
 * Clears up after a session that ended without this page's doing. What a learner has left here is removed only if they
 * logged out: whoever was signed out finds their takes and unsent progress after logging in again.
 */
export function useSessionEnd(): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd(({ userId, how }) => {
        queries.clear();
        if (how === "left") {
          // Visitors do without it.
          void import("./clear-learner.ts").then(({ clearLearner }) => clearLearner(userId, queries));
        }
        if (how === "refused") {
          showToast(messages.sessionEnded);
          const { pathname, search } = window.location;
          // Whoever is just saying who they are is not interrupted.
          if (!requiresLogin(pathname) && pathname !== paths.home) return;
          void navigate(paths.login, { state: { origin: pathname + search } });
        }
      }),
    [queries, navigate],
  );
}
