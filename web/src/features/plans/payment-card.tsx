import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../../domain/pages.ts";
import { planName } from "../../../../domain/plan.ts";
import type { Subscription } from "../../../../domain/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { useCountdown } from "./use-countdown.ts";

const redirectSeconds = 10;

/** When the learner is taken home; `onEnd` decides what comes then. Not read out, since it changes every second. */
function Countdown({ onEnd }: { onEnd: () => void }) {
  const [stays, setStays] = useState(false);
  const left = useCountdown(redirectSeconds, stays, onEnd);
  return (
    <p className="payment-countdown">
      <span>{stays ? "You stay on this page." : `Redirecting to home in ${left} seconds...`}</span>
      <Button onClick={() => setStays(!stays)}>{stays ? "Count down again" : "Stay here"}</Button>
    </p>
  );
}

type PaymentCardProps = {
  title: string;
  /** What happened, and what is charged when. */
  lines: readonly string[];
  /** The paid plan, once it is in force. */
  paid: Subscription | null;
  /** Why it could not be asked for, if so. */
  failure: string | null;
  checking: boolean;
  onAgain: () => void;
  /** The time to wait is over. */
  onWaited: () => void;
};

/** The result of a choice of plan, until the learner is taken home. */
export function PaymentCard({ title, lines, paid, failure, checking, onAgain, onWaited }: PaymentCardProps) {
  const navigate = useNavigate();
  const home = () => void navigate(paths.home, { replace: true });
  return (
    <section className="payment-card">
      <h1>{title}</h1>
      <dl className="payment-facts">
        <dt>Subscription status</dt>
        <dd>
          <span className="payment-status" data-active={paid !== null} role="status">
            {paid ? "Active" : "Processing"}
          </span>
        </dd>
        <dt>Plan</dt>
        <dd>{paid ? planName(paid.plan_type) : "Being set up"}</dd>
      </dl>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {failure !== null && !paid && (
        <p className="payment-failure" role="alert">
          Your subscription could not be checked. {failure}
        </p>
      )}
      <Countdown onEnd={paid ? home : onWaited} />
      <div className="payment-actions">
        <Button voice="ink" onClick={home}>
          Continue to Home Now
        </Button>
        {failure !== null && !paid && (
          <Button busy={checking} onClick={onAgain}>
            Check again
          </Button>
        )}
      </div>
    </section>
  );
}
