import { useState } from "react";
import { useNavigate } from "react-router";
import { planName } from "../../../../domain/plans/plan.ts";
import { aheadLines } from "../../../../domain/plans/plan-badge.ts";
import { planNow } from "../../../../domain/plans/plan-outlook.ts";
import { type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { useNextPage } from "./next-page.ts";
import { type Chosen, resultLines, resultTitle } from "./result-words.ts";
import { useCountdown } from "./use-countdown.ts";

const redirectSeconds = 10;

/** When the learner is taken to the next page. Not read out, since it changes every second. */
function Countdown({ to, onEnd }: { to: string; onEnd: () => void }) {
  const [stays, setStays] = useState(false);
  const left = useCountdown(redirectSeconds, stays, onEnd);
  return (
    <p className="payment-countdown">
      <span>{stays ? "You stay on this page." : `Redirecting to ${to} in ${left} seconds...`}</span>
      <Button onClick={() => setStays(!stays)}>{stays ? "Count down again" : "Stay here"}</Button>
    </p>
  );
}

function statusText(row: Subscription, now: Date): string {
  if (subscriptionStatus(row, now) === "cancelled") return "Cancelled";
  return row.renewal_failed ? "Payment failed" : "Active";
}

/** The plan that runs now, and what follows it. */
function PlanInForce({ row, now }: { row: Subscription; now: Date }) {
  const status = statusText(row, now);
  const ahead = aheadLines(row, now);
  return (
    <dl className="payment-facts">
      <dt>Subscription status</dt>
      <dd>
        <span className="payment-status" data-active={status === "Active"} role="status">
          {status}
        </span>
      </dd>
      <dt>Plan</dt>
      <dd>{planName(planNow(row, now))}</dd>
      {ahead.length > 0 && (
        <>
          <dt>Then</dt>
          <dd>{ahead.join("; ")}</dd>
        </>
      )}
    </dl>
  );
}

/** The result page while the payment provider is asked and no payment is known. */
export function CheckingPayment() {
  return (
    <section className="payment-card" aria-busy>
      <h1>Checking Your Payment</h1>
      <dl className="payment-facts">
        <dt>Subscription status</dt>
        <dd>
          <span className="payment-status" data-active={false} role="status">
            Processing
          </span>
        </dd>
      </dl>
    </section>
  );
}

type PaymentCardProps = {
  chosen: Chosen;
  row: Subscription;
  now: Date;
  /** Why the payment provider could not be asked, if so. */
  failure: string | null;
  checking: boolean;
  onAgain: () => void;
};

/** The plan that a learner has after a choice, until the learner is taken to the next page. */
export function PaymentCard({ chosen, row, now, failure, checking, onAgain }: PaymentCardProps) {
  const navigate = useNavigate();
  const next = useNextPage();
  const continueNow = () => void navigate(next.path, { replace: true });
  // The server's response to a change, and a stored payment, are proof enough.
  const doubt = chosen.kind === "plan" ? failure : null;
  return (
    <section className="payment-card">
      <h1>{resultTitle(chosen)}</h1>
      <PlanInForce row={row} now={now} />
      {resultLines(chosen, row, now).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {doubt !== null && (
        <p className="payment-failure" role="alert">
          Your subscription could not be checked. {doubt}
        </p>
      )}
      <Countdown to={next.named} onEnd={continueNow} />
      <div className="payment-actions">
        <Button voice="ink" onClick={continueNow}>
          {next.call} Now
        </Button>
        {doubt !== null && (
          <Button busy={checking} onClick={onAgain}>
            Check again
          </Button>
        )}
      </div>
    </section>
  );
}
