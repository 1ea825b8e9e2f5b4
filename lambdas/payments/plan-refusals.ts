import { Refusal } from "../../domain/http/refusal.ts";
import { pendingStartText } from "../../domain/plans/pending-start.ts";

export function paymentOpenRefusal(): Refusal {
  return new Refusal("payment_open", "A payment for your plan is open. You can choose another plan after it is paid.");
}

export function monthFollowsRefusal(): Refusal {
  return new Refusal(
    "month_follows",
    "A single month follows your plan. You can choose a monthly plan when that month has started.",
  );
}

export function planRenewsRefusal(): Refusal {
  return new Refusal(
    "recurring_plan_active",
    "Your plan renews every month. Cancel your plan to buy a single month after it.",
  );
}

export function paymentPendingRefusal(): Refusal {
  return new Refusal(
    "payment_pending",
    `Your bank is still paying for this plan, which takes a few days. ${pendingStartText("The plan")}`,
  );
}
