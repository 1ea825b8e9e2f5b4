import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { onSessionEnd } from "../features/accounts/session-end.ts";

/** Clears up after a session that ended without this page's doing. For one place in the app. */
export function useSessionEnd(): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((end) => {
        queries.clear();
        import("./answer-session-end.ts")
          .then(({ answerSessionEnd }) => answerSessionEnd(end, { queries, navigate }))
          // Visitors do without it, and without a network the redirect rules answer well enough.
          .catch(() => {});
      }),
    [queries, navigate],
  );
}
