import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, callApi } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { useAccountCache } from "../accounts/account.ts";
import { isPlanChanging, planChangeKey, usePlanChangeFailure } from "./plan-change.ts";
import { cancelledText, resumedText } from "./plan-texts.ts";

type PlanEndingAction = "cancel-plan" | "resume-plan";

const failureToasts: Record<PlanEndingAction, Toast> = {
  "cancel-plan": messages.cancelFailed,
  "resume-plan": messages.resumeFailed,
};

export function usePlanEnding(): { run: (what: PlanEndingAction) => void; busy: PlanEndingAction | null } {
  const queries = useQueryClient();
  const facts = useAccountCache();
  const onFailure = usePlanChangeFailure();
  const { mutate, isPending, variables } = useMutation({
    mutationKey: planChangeKey,
    mutationFn: (what: PlanEndingAction) => callApi(what, {}),
    onSuccess: (subscription, what) => {
      facts.setSubscription(subscription);
      const cancelled = what === "cancel-plan";
      showToast(
        cancelled
          ? messages.planCancelled(cancelledText(subscription, serverNow()))
          : messages.planResumed(resumedText(subscription, serverNow())),
      );
    },
    onError: (error, what) => {
      if (onFailure(error)) return;
      const code = error instanceof ApiError ? error.code : null;
      if (code === "no_active_plan") showToast(messages.noActiveSubscription);
      else showToast(code === "month_follows" ? messages.monthFollows(error.message) : failureToasts[what]);
    },
  });
  return {
    run: (what) => {
      if (!isPlanChanging(queries)) mutate(what);
    },
    busy: isPending ? variables : null,
  };
}
