import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, callApi } from "../../api.ts";
import { messages, type Toast } from "../../messages.ts";
import { serverNow } from "../../server-time.ts";
import { showToast } from "../../ui/toasts.ts";
import { isPlanChanging, planChange, usePlanChangeFailure } from "../plans/plan-change.ts";
import { useStoreSubscription } from "../plans/store-subscription.ts";
import { cancelledText, resumedText } from "./plan-facts.ts";

type Ending = "cancel-plan" | "resume-plan";

const failed: Record<Ending, Toast> = { "cancel-plan": messages.cancelFailed, "resume-plan": messages.resumeFailed };

/** Cancelling the plan, and taking that back. `busy` is what is under way. */
export function usePlanEnding(): { run: (what: Ending) => void; busy: Ending | null } {
  const queries = useQueryClient();
  const store = useStoreSubscription();
  const onFailure = usePlanChangeFailure();
  const { mutate, isPending, variables } = useMutation({
    mutationKey: planChange,
    mutationFn: (what: Ending) => callApi(what, {}),
    onSuccess: (subscription, what) => {
      store(subscription);
      const cancelled = what === "cancel-plan";
      showToast(
        cancelled
          ? messages.planCancelled(cancelledText(subscription, serverNow()))
          : messages.planResumed(resumedText(subscription)),
      );
    },
    onError: (error, what) => {
      if (onFailure(error)) return;
      const none = error instanceof ApiError && error.code === "no_active_plan";
      showToast(none ? messages.noActiveSubscription : failed[what]);
    },
  });
  return {
    run: (what) => {
      if (!isPlanChanging(queries)) mutate(what);
    },
    busy: isPending ? variables : null,
  };
}
