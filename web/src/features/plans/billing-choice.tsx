import { planName } from "../../../../domain/plans/plan.ts";
import { formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { renewingPlan } from "../../../../domain/plans/plan-outlook.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { hasPaidAccess, type Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { CancelPlanButton } from "./cancel-plan-button.tsx";
import { mustRenew } from "./offers.ts";
import { amountDueText, creditNote, remainingAccessText } from "./plan-texts.ts";
import { useCustomerPortal } from "./use-customer-portal.ts";

function OpenPayment({ subscription, now }: { subscription: Subscription; now: Date }) {
  const portal = useCustomerPortal();
  const { end_date } = subscription;
  return (
    <section className="open-payment" aria-labelledby="open-payment-heading">
      <h2 id="open-payment-heading">Your last payment{amountDueText(subscription)} failed</h2>
      <p>
        Pay in the Customer Portal, or cancel your plan. Then you can choose another plan.
        {end_date && ` Without the payment, your access ends by ${formatMoment(end_date, now)}.`}
      </p>
      <div className="open-payment-actions">
        <Button variant="ink" busy={portal.busy} onClick={portal.open}>
          Pay in the Customer Portal
        </Button>
        <CancelPlanButton subscription={subscription} now={now} />
      </div>
    </section>
  );
}

const billingOptions = [
  { value: "monthly", label: "Monthly", detail: "Renews every month until you cancel." },
  { value: "once", label: "Single month", detail: "Ends after a month." },
] as const;

function RemainingAccessNote({
  subscription,
  billing,
  now,
}: {
  subscription: Subscription;
  billing: Billing;
  now: Date;
}) {
  return <p className="plan-note">{remainingAccessText(subscription, billing, now)}</p>;
}

function RecurringNote({ subscription }: { subscription: Subscription }) {
  return (
    <div className="billing-note">
      <p>To buy a single month, cancel {planName(renewingPlan(subscription).plan_type)} first.</p>
    </div>
  );
}

type BillingChoiceProps = {
  subscription: Subscription | null;
  now: Date;
  billing: Billing;
  onChange: (billing: Billing) => void;
};

function PaymentWays({ subscription, now, billing, onChange }: BillingChoiceProps) {
  const running = hasPaidAccess(subscription, now) ? subscription : null;
  if (running?.renewal_failed) return <OpenPayment subscription={running} now={now} />;
  if (running && mustRenew(running, now)) return <RecurringNote subscription={running} />;
  return (
    <div className="billing">
      <ChoiceGroup legend="How do you want to pay?" options={billingOptions} value={billing} onChange={onChange} />
      {running && <RemainingAccessNote subscription={running} billing={billing} now={now} />}
    </div>
  );
}

export function BillingChoice(props: BillingChoiceProps) {
  const credit = props.subscription && creditNote(props.subscription, props.billing);
  return (
    <>
      <PaymentWays {...props} />
      {credit && <p className="plan-note credit-note">{credit}</p>}
    </>
  );
}
