import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { PaidPlanType } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { callApi } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { checkoutFailure, destinationOf } from "./checkout.ts";
import { isPlanChanging, planChangeKey, usePlanChangeFailure } from "./plan-change.ts";
import { isPaid, resultLines, resultTitle } from "./plan-result.ts";

/** `isChange` is true if the learner agreed to a change of the renewing plan. */
type Choice = { planType: PaidPlanType; billing: Billing; isChange: boolean };

/** Calls `onReturn` when the browser restores this page from its back-forward cache. */
function usePageReturn(onReturn: () => void) {
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, [onReturn]);
}

type Checkout = {
  start: (choice: Choice) => void;
  busyPlan: PaidPlanType | null;
  /** URL of the page where the learner has to confirm the payment for a plan change. */
  confirmUrl: string | null;
  endConfirming: () => void;
};

export function useCheckout(): Checkout {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onFailure = usePlanChangeFailure();
  const { mutate, reset, isPending, data, variables } = useMutation({
    mutationKey: planChangeKey,
    mutationFn: async (choice: Choice) =>
      destinationOf(
        await callApi("create-checkout-session", { body: { ...choice, returnUrl: window.location.origin } }),
      ),
    onSuccess: (destination) => {
      if (destination.kind === "page") {
        const result = { kind: "changed", change: destination.change } as const;
        showToast(
          isPaid(result)
            ? messages.paymentSuccessful
            : messages.planChosen(resultTitle(result), resultLines(result, null, serverNow())),
        );
        return navigate(destination.path, { state: destination.change });
      }
      if (destination.kind === "site") window.location.assign(destination.url);
    },
    onError: (error) => {
      if (!onFailure(error)) showToast(messages.planSelectionFailed(checkoutFailure(error)));
    },
  });
  usePageReturn(reset);
  // After the navigation to the payment page has started, this page stays visible for a moment.
  const busy = isPending || data?.kind === "site";
  return {
    start: (choice) => {
      if (!busy && !isPlanChanging(queries)) mutate(choice);
    },
    confirmUrl: data?.kind === "confirm" ? data.url : null,
    endConfirming: reset,
    busyPlan: busy ? (variables?.planType ?? null) : null,
  };
}
