import { Link } from "react-router";
import { formatDate, hasPaidAccess, type Subscription, subscriptionStatus } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { usePlanClock } from "../plans/plan-clock.ts";
import { fromHome } from "../plans/upgrading.ts";
import { FactList } from "./fact-list.tsx";
import { PlanActions } from "./plan-actions.tsx";
import { lastingText, planFacts } from "./plan-facts.ts";

/** What to do about a renewal that could not be paid. */
function RenewalFailed({ end }: { end: string | null }) {
  return (
    <div className="plan-trouble">
      <strong>Your last payment failed.</strong> Update your card in the Customer Portal to keep your plan.
      {end && ` The payment is tried again for a while; without it, your access ends on ${formatDate(end)}.`}
    </div>
  );
}

/** For somebody without a paid plan in force: why, and where to get one. */
function NoPaidPlan({ subscription, now }: { subscription: Subscription | null; now: Date }) {
  const expired = subscriptionStatus(subscription, now) === "expired";
  return (
    <>
      <p>
        {expired
          ? "Your plan has ended, and so has access to the paid topics. The example dialogues stay open to you."
          : "The example dialogues are yours for as long as you like. A paid plan opens every dialogue in the language you choose."}
      </p>
      <Link className="button voice-ink" to={paths.pricing} state={fromHome}>
        {expired ? "Choose a Plan" : "Upgrade"}
      </Link>
    </>
  );
}

/** The learner's plan and everything that can be done with it. */
export function PlanTab({ subscription }: { subscription: Subscription | null }) {
  const now = usePlanClock(subscription);
  const paid = hasPaidAccess(subscription, now);
  return (
    <section aria-labelledby="plan-heading">
      <h2 id="plan-heading">Subscription Management</h2>
      {subscription?.renewal_failed && paid && <RenewalFailed end={subscription.end_date} />}
      {subscription && paid && <p className="plan-lasting">{lastingText(subscription, now)}</p>}
      {subscription && <FactList facts={planFacts(subscription, now)} />}
      {subscription && paid ? (
        <PlanActions subscription={subscription} now={now} />
      ) : (
        <NoPaidPlan subscription={subscription} now={now} />
      )}
    </section>
  );
}
