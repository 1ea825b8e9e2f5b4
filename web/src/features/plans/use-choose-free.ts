import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { useAccountCache } from "../accounts/account.ts";
import { isPlanChanging, planChangeKey, usePlanChangeFailure } from "./plan-change.ts";

export function useChooseFree(): { choose: () => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const facts = useAccountCache();
  const onFailure = usePlanChangeFailure();
  const { mutate, isPending } = useMutation({
    mutationKey: planChangeKey,
    mutationFn: () => callApi("choose-free-plan", {}),
    onSuccess: (subscription) => {
      facts.setSubscription(subscription);
      return navigate(paths.home);
    },
    onError: (error) => {
      if (onFailure(error)) return;
      const refused = error instanceof ApiError && error.code === "paid_plan_active";
      const reason = `Free plan selection failed: ${error.message}`;
      showToast(refused ? messages.cannotDowngrade : messages.planSelectionFailed(reason));
    },
  });
  return { choose: () => isPlanChanging(queries) || mutate(), busy: isPending };
}
