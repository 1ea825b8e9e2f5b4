import { Refusal } from "../../domain/http/refusal.ts";

export function paymentOpenRefusal(): Refusal {
  return new Refusal("payment_open", "You can choose another plan after your open payment is paid.");
}

export function monthFollowsRefusal(): Refusal {
  return new Refusal(
    "month_follows",
    "A single month follows your plan. You can choose a monthly plan when that month has started.",
  );
}

export function planRenewsRefusal(): Refusal {
  return new Refusal("recurring_plan_active", "To buy a single month, cancel your monthly plan first.");
}

export function planChangedRefusal(): Refusal {
  return new Refusal("changed_meanwhile", "Your plan has changed. Choose again to see the price of a change.");
}

export function paymentPendingRefusal(): Refusal {
  return new Refusal("payment_pending", "Your bank payment for this plan has not arrived yet.");
}
