import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { pathAfterPayment } from "../../../../domain/accounts/redirect.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { planName } from "../../../../domain/plans/plan.ts";
import { upcomingLines } from "../../../../domain/plans/plan-badge.ts";
import { formatDate } from "../../../../domain/plans/plan-dates.ts";
import { currentPlanType, monthAfterPlan } from "../../../../domain/plans/plan-outlook.ts";
import { hasPaidAccess, type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { useAccount } from "../accounts/account.ts";
import { type PlanOutcome, resultLines, resultTitle } from "./plan-result.ts";

type NextPage = { path: string; name: string; label: string };

const home: NextPage = { path: paths.home, name: "home", label: "Continue to Home" };
const language: NextPage = { path: paths.language, name: "“Select Your Language”", label: "Select Your Language" };

function useNextPage(): NextPage {
  const { data: account } = useAccount();
  if (!account) return home;
  const { subscription, profile } = account;
  return pathAfterPayment(subscription, profile.language_preference, serverNow()) === paths.language ? language : home;
}

/** `from` and the result are in seconds. */
export function useCountdown(from: number, paused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(from);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (paused) return;
    if (left === 0) {
      end();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, paused]);
  return left;
}

function ProcessingStatus({ label }: { label: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <span className="payment-status" data-active={false} role="status">
          Processing
        </span>
      </dd>
    </>
  );
}

/** For a bank debit, which takes days. */
export function PaymentPending({ pending }: { pending: NonNullable<Subscription["pending"]> }) {
  const navigate = useNavigate();
  const next = useNextPage();
  const { data: account } = useAccount();
  const plan = planName(pending.plan_type);
  // The subscription may be active while the payment for a further month is pending.
  const isPaid = account !== undefined && hasPaidAccess(account.subscription, serverNow());
  // A learner without a plan is redirected from home to the plans.
  const hasNoPlan = account !== undefined && subscriptionStatus(account.subscription, serverNow()) === "none";
  return (
    <section className="payment-card">
      <h1>Payment Processing</h1>
      <dl className="payment-facts">
        <ProcessingStatus label={isPaid ? "Payment status" : "Subscription status"} />
        <dt>Plan</dt>
        <dd>{pending.billing === "once" ? `${plan}, one month` : plan}</dd>
        <dt>Payment started on</dt>
        <dd>{formatDate(pending.since)}</dd>
      </dl>
      <p>Your bank takes a few days to pay. Do not pay again.</p>
      <div className="payment-actions">
        <Button variant="ink" onClick={() => void navigate(next.path, { replace: true })}>
          {hasNoPlan ? "See the plans" : next.label}
        </Button>
      </div>
    </section>
  );
}

const redirectSeconds = 10;

/** The text is not a live region, because it changes every second. */
function Countdown({ to, onEnd }: { to: string; onEnd: () => void }) {
  const [stays, setStays] = useState(false);
  const left = useCountdown(redirectSeconds, stays, onEnd);
  return (
    <p className="payment-countdown">
      <span>{stays ? "Redirect paused." : `Redirecting to ${to} in ${left} seconds...`}</span>
      <Button onClick={() => setStays(!stays)}>{stays ? "Continue countdown" : "Stay here"}</Button>
    </p>
  );
}

function statusText(row: Subscription, now: Date): string {
  if (subscriptionStatus(row, now) === "cancelled" || monthAfterPlan(row, now)) return "Cancelled";
  return row.renewal_failed ? "Payment failed" : "Active";
}

function ActivePlan({ row, now }: { row: Subscription; now: Date }) {
  const status = statusText(row, now);
  const ahead = upcomingLines(row, now);
  return (
    <dl className="payment-facts">
      <dt>Subscription status</dt>
      <dd>
        <span className="payment-status" data-active={status === "Active"} role="status">
          {status}
        </span>
      </dd>
      <dt>Plan</dt>
      <dd>{planName(currentPlanType(row, now))}</dd>
      {ahead.length > 0 && (
        <>
          <dt>Next</dt>
          <dd>{ahead.join("; ")}</dd>
        </>
      )}
    </dl>
  );
}

export function CheckingPayment() {
  return (
    <section className="payment-card" aria-busy>
      <h1>Checking Your Payment</h1>
    </section>
  );
}

type PaymentCardProps = {
  outcome: PlanOutcome;
  row: Subscription;
  now: Date;
  failure: string | null;
  checking: boolean;
  onAgain: () => void;
};

type CheckAgainProps = Pick<PaymentCardProps, "failure" | "checking" | "onAgain"> & { isOffered: boolean };

function CheckAgain({ isOffered, failure, checking, onAgain }: CheckAgainProps) {
  const [asked, setAsked] = useState(false);
  // The button remains after a successful check, because it has the focus.
  if (!isOffered && !asked) return null;
  const answer = failure === null ? "Your subscription has been checked." : "Last check: failed.";
  const onClick = () => {
    setAsked(true);
    onAgain();
  };
  return (
    <>
      <Button busy={checking} onClick={onClick}>
        Check again
      </Button>
      <div className="payment-answer" role="status">
        {asked && (checking ? "Checking…" : answer)}
      </div>
    </>
  );
}

export function PaymentCard({ outcome, row, now, failure, checking, onAgain }: PaymentCardProps) {
  const navigate = useNavigate();
  const next = useNextPage();
  const continueNow = () => void navigate(next.path, { replace: true });
  // A failed check matters only without other proof of the result, such as a stored payment or the response to a
  // change.
  const doubt = outcome.kind === "plan" ? failure : null;
  return (
    <section className="payment-card">
      <h1>{resultTitle(outcome)}</h1>
      <ActivePlan row={row} now={now} />
      {resultLines(outcome, row, now).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {doubt !== null && (
        <p className="payment-failure" role="alert">
          Your subscription could not be checked. {doubt}
        </p>
      )}
      <Countdown to={next.name} onEnd={continueNow} />
      <div className="payment-actions">
        <Button variant="ink" onClick={continueNow}>
          {next.label} Now
        </Button>
        <CheckAgain isOffered={doubt !== null} {...{ failure, checking, onAgain }} />
      </div>
    </section>
  );
}
