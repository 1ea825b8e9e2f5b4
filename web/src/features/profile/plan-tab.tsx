import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { formatPrice, planName } from "../../../../domain/plans/plan.ts";
import { formatDate, formatMoment } from "../../../../domain/plans/plan-dates.ts";
import { currentPlanType, currentStage, monthAfterPlan, recentRefund } from "../../../../domain/plans/plan-outlook.ts";
import { hasPaidAccess, type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { usePlanClock } from "../plans/plan-clock.ts";
import { Availability, planDifference } from "../plans/plan-list.tsx";
import { amountDueText } from "../plans/plan-texts.ts";
import { fromHome } from "../plans/upgrading.ts";
import { hasFailedRenewal, PlanActions, PortalButton } from "./plan-actions.tsx";
import { creditText, FactList, planFacts, remainingTimeText } from "./plan-facts.tsx";

type PlanProps = { subscription: Subscription; now: Date };

function RenewalFailed({ subscription, now }: PlanProps) {
  const { end_date } = subscription;
  return (
    <section className="plan-trouble" aria-label="Payment failed">
      <p>
        <strong>Your last payment{amountDueText(subscription)} failed.</strong> Pay it in the Customer Portal to keep
        your plan.
        {end_date && ` If it stays unpaid, your access ends by ${formatMoment(end_date, now)}.`}
      </p>
      <PortalButton urgent />
    </section>
  );
}

function FollowingMonthNote({ subscription, now }: PlanProps) {
  const month = monthAfterPlan(subscription, now);
  const end = currentStage(subscription, now)?.ends_at;
  if (!month || !end) return null;
  return (
    <p>
      Your {planName(currentPlanType(subscription, now))} plan is cancelled and ends on {formatMoment(end, now)}. Your
      month of {planName(month.plan_type)} starts then.
    </p>
  );
}

function PendingPayment({ pending }: { pending: NonNullable<Subscription["pending"]> }) {
  return (
    <p>
      Your bank payment for {planName(pending.plan_type)} started on {formatDate(pending.since)} and takes a few days.
    </p>
  );
}

function MoneyNotes({ subscription, now }: PlanProps) {
  const given = recentRefund(subscription, now);
  const credit = creditText(subscription);
  return (
    <>
      {given && (
        <p>
          Your month of {planName(given.plan_type)} was refunded on {formatDate(given.at)}. You get{" "}
          {formatPrice(given.cents)} back the way you paid.
        </p>
      )}
      {credit && <p>{credit}</p>}
      {subscription.pending && <PendingPayment pending={subscription.pending} />}
    </>
  );
}

function NoPaidPlan({ subscription, now }: { subscription: Subscription | null; now: Date }) {
  const expired = subscriptionStatus(subscription, now) === "expired";
  return (
    <>
      <p>A paid plan opens every dialogue in your language.</p>
      <Link className="button variant-ink" to={paths.pricing} state={fromHome}>
        {expired ? "Choose a Plan" : "Upgrade"}
      </Link>
    </>
  );
}

type PlanTabProps = { subscription: Subscription | null; language: LanguageName | null };

export function PlanTab({ subscription, language }: PlanTabProps) {
  const now = usePlanClock(subscription);
  const paid = hasPaidAccess(subscription, now);
  return (
    <section aria-labelledby="plan-heading">
      <h2 id="plan-heading">Subscription Management</h2>
      {subscription && hasFailedRenewal(subscription) && paid && (
        <RenewalFailed subscription={subscription} now={now} />
      )}
      {subscription && paid && <p className="plan-lasting">{remainingTimeText(subscription, now)}</p>}
      {subscription && <FactList facts={planFacts(subscription, now)} />}
      {subscription && <FollowingMonthNote subscription={subscription} now={now} />}
      {subscription && <MoneyNotes subscription={subscription} now={now} />}
      {subscription && paid ? (
        <PlanActions subscription={subscription} now={now} />
      ) : (
        <NoPaidPlan subscription={subscription} now={now} />
      )}
      <h3 className="plan-tab-more">What each plan opens</h3>
      <p>{planDifference}</p>
      <Availability language={language} />
    </section>
  );
}
