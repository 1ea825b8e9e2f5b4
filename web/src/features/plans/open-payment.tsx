import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { CancelPlanButton } from "./cancel-plan-button.tsx";
import { owed } from "./ending-words.ts";
import { useCustomerPortal } from "./use-customer-portal.ts";

/** Why nothing can be chosen while a payment is open, and the two ways out: paying it, or letting the plan go. */
export function OpenPayment({ subscription, now }: { subscription: Subscription; now: Date }) {
  const portal = useCustomerPortal();
  const { end_date } = subscription;
  return (
    <section className="open-payment" aria-labelledby="open-payment-heading">
      <h2 id="open-payment-heading">Your last payment{owed(subscription)} failed</h2>
      <p>
        While it is open, no other plan can be chosen. Pay it in the Customer Portal, which opens in a new tab, or
        cancel your plan: the payment is then no longer asked for, and you can choose again.
        {end_date && ` Without either, your access ends on ${formatMoment(end_date, now)}.`}
      </p>
      <div className="open-payment-actions">
        <Button voice="ink" busy={portal.busy} onClick={portal.open}>
          Pay in the Customer Portal
        </Button>
        <CancelPlanButton subscription={subscription} now={now} />
      </div>
    </section>
  );
}
