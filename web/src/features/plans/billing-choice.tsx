import { Link } from "react-router";
import type { Billing } from "../../../../domain/price.ts";
import { formatDate, hasPaidAccess, isRecurring, type Subscription } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { ChoiceGroup } from "../../ui/choice-group.tsx";

const ways = [
  { value: "monthly", label: "Monthly", detail: "Renews every month until you cancel." },
  { value: "once", label: "One month, once", detail: "Ends by itself after a month." },
] as const;

/** What a payment means to somebody who has bought a month already. */
function MonthInHand({ billing, end }: { billing: Billing; end: string }) {
  return (
    <p className="plan-note">
      {billing === "once"
        ? `Another month begins when the one you have ends, on ${formatDate(end)}.`
        : `A plan that renews begins today; it does not wait for the month you have, which ends on ${formatDate(end)}.`}
    </p>
  );
}

/** Why somebody whose plan renews cannot buy a month once, and what a change means. */
function RecurringNote({ subscription: { active, end_date, renewal_failed } }: { subscription: Subscription }) {
  return (
    <div className="billing-note">
      <p>
        {active || end_date === null
          ? "Your plan renews monthly, so another plan takes its place at once. "
          : `Your plan is cancelled and runs until ${formatDate(end_date)}. Another plan takes its place at once. `}
        One month, once is not on offer while it runs: you would pay twice for the same days.
      </p>
      {renewal_failed && (
        <p>
          Your last payment failed. <Link to={paths.profilePlan}>Update your card</Link> before you change your plan.
        </p>
      )}
    </div>
  );
}

type BillingChoiceProps = {
  subscription: Subscription | null;
  now: Date;
  billing: Billing;
  onChange: (billing: Billing) => void;
};

/** How to pay for a plan, and what that means beside the one in force. */
export function BillingChoice({ subscription, now, billing, onChange }: BillingChoiceProps) {
  const running = hasPaidAccess(subscription, now) ? subscription : null;
  if (running && isRecurring(running)) return <RecurringNote subscription={running} />;
  return (
    <div className="billing">
      <ChoiceGroup legend="How do you want to pay?" options={ways} value={billing} onChange={onChange} />
      {running?.end_date && <MonthInHand billing={billing} end={running.end_date} />}
    </div>
  );
}
