import type { PaidPlanType, Plan } from "../../../../domain/plans/plan.ts";
import { formatDate } from "../../../../domain/plans/plan-dates.ts";
import { Button } from "../../ui/button.tsx";
import type { Offer } from "./offers.ts";

const buttonLabels: Record<"buy" | "add-month" | "change" | "resume", (plan: Plan) => string> = {
  buy: (plan) => plan.callToAction,
  "add-month": (plan) => `Add a month of ${plan.name}`,
  change: (plan) => `Change to ${plan.name}`,
  resume: (plan) => `Resume ${plan.name}`,
};

type PlanOfferProps = {
  plan: Plan;
  offer: Offer;
  /** The reason why there is no button. */
  note: string | null;
  busy: boolean;
  onFree: () => void;
  onPaid: (planType: PaidPlanType) => void;
};

export function PlanOffer({ plan, offer, note, busy, onFree, onPaid }: PlanOfferProps) {
  switch (offer.kind) {
    case "current":
      return <p className="plan-note">This is your plan.</p>;
    case "waiting":
      return <p className="plan-note">This plan starts on {formatDate(offer.startsAt)}.</p>;
    case "pending":
      return (
        <p className="plan-note">
          Your bank payment for this plan started on {formatDate(offer.since)} and takes a few days.
        </p>
      );
    case "none":
    case "refuse-free":
      return note && <p className="plan-note">{note}</p>;
    case "choose-free":
      return (
        <Button busy={busy} onClick={onFree}>
          {plan.callToAction}
        </Button>
      );
    default:
      return (
        <Button variant={plan.recommended ? "ink" : "plain"} busy={busy} onClick={() => onPaid(offer.planType)}>
          {buttonLabels[offer.kind](plan)}
        </Button>
      );
  }
}
