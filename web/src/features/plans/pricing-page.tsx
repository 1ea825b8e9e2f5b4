import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Account } from "../../../../domain/api.ts";
import type { Plan } from "../../../../domain/plan.ts";
import { hasPaidAccess } from "../../../../domain/subscription.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { serverNow } from "../../server-time.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { showToast } from "../../ui/toasts.ts";
import { accountKey, useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { PlanList, PlanListSkeleton } from "./plan-list.tsx";
import { isUpgrading } from "./upgrading.ts";

const skeletonMs = 300;

function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), skeletonMs);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

function useChooseFree(userId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => callApi("choose-free-plan", {}),
    onSuccess: (subscription) => {
      queries.setQueryData<Account>(accountKey(userId), (account) => account && { ...account, subscription });
      return navigate(paths.home);
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.code === "paid_plan_active";
      showToast(refused ? messages.cannotDowngrade : messages.planSelectionFailed(error.message));
    },
  });
}

/** Choose a plan. */
export function PricingPage() {
  const session = useSession();
  const { data: account } = useAccount();
  const upgrading = isUpgrading(useLocation().state);
  const settled = useSettled();
  const chooseFree = useChooseFree(session.kind === "learner" ? session.userId : "");
  const subscription = account?.subscription ?? null;
  const currentPlan = subscription?.active ? subscription.plan_type : undefined;

  const selectFree = () => {
    if (chooseFree.isPending) return;
    if (hasPaidAccess(subscription, serverNow())) showToast(messages.cannotDowngrade);
    else chooseFree.mutate();
  };

  const action = (plan: Plan) => {
    if (plan.type !== "free") return <p className="plan-note">Payments are not open yet.</p>;
    if (currentPlan === "free") return <p className="plan-note">This is your plan.</p>;
    return (
      <Button voice="ink" busy={chooseFree.isPending} onClick={selectFree}>
        {plan.callToAction}
      </Button>
    );
  };

  return (
    <main className="page wide" id="main">
      <PageTitle>Choose Your Plan</PageTitle>
      <header className="page-head">
        <h1>Choose Your Plan</h1>
        <p>
          {upgrading
            ? "A paid plan opens every topic in your language."
            : "Start free with three example dialogues. You can change your plan at any time."}
        </p>
      </header>
      {settled ? <PlanList heading="h2" currentPlan={currentPlan} action={action} /> : <PlanListSkeleton />}
    </main>
  );
}
