import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { RefusalCode } from "../../../../domain/http/refusal.ts";
import { ApiError } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";

/** Marks every call that changes the learner's plan, so that only one is under way at a time. */
export const planChangeKey = ["plan-change"] as const;

/** Whether a change of the plan is under way; true from the very click that began it. */
export function isPlanChanging(queries: QueryClient): boolean {
  return queries.isMutating({ mutationKey: planChangeKey }) > 0;
}

/** Refusals which say that what this page knows of the plan is out of date. */
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

/** What is done about every failed change of the plan. Answers whether the learner has been told already. */
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
