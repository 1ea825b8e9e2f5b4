import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { RefusalCode } from "../../../../domain/http/refusal.ts";
import { ApiError } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";

export const planChangeKey = ["plan-change"] as const;

/** Must be checked before a call that changes the plan, so that only one such call of this tab runs at a time. */
export function isPlanChanging(queries: QueryClient): boolean {
  return queries.isMutating({ mutationKey: planChangeKey }) > 0;
}

/** Refusals after which the cached plan may be outdated. */
const outOfDateCodes: ReadonlySet<string> = new Set<RefusalCode>([
  "paid_plan_active",
  "no_active_plan",
  "recurring_plan_active",
  "not_recurring",
  "month_follows",
  "payment_open",
  "payment_pending",
  "changed_meanwhile",
]);

/** The returned handler returns true if it has shown a toast. */
export function usePlanChangeFailure(): (error: Error) => boolean {
  const queries = useQueryClient();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return false;
      if (outOfDateCodes.has(error.code)) void queries.invalidateQueries({ queryKey: ["account"] });
      if (error.code !== "unauthorized") return false;
      showToast(messages.authenticationRequired);
      return true;
    },
    [queries],
  );
}
