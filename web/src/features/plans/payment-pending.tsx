import { useNavigate } from "react-router";
import { planName } from "../../../../domain/plans/plan.ts";
import { formatDate } from "../../../../domain/plans/plan-dates.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { useNextPage } from "./next-page.ts";

/** The result of a payment for which a bank takes days: nothing has arrived, and nothing is left to do. */
export function PaymentPending({ pending }: { pending: NonNullable<Subscription["pending"]> }) {
  const navigate = useNavigate();
  const next = useNextPage();
  const plan = planName(pending.plan_type);
  return (
    <section className="payment-card">
      <h1>Payment Under Way</h1>
      <dl className="payment-facts">
        <dt>Subscription status</dt>
        <dd>
          <span className="payment-status" data-active={false} role="status">
            Processing
          </span>
        </dd>
        <dt>Plan</dt>
        <dd>{pending.billing === "once" ? `${plan}, one month` : plan}</dd>
        <dt>Begun on</dt>
        <dd>{formatDate(pending.since)}</dd>
      </dl>
      <p>
        Your bank takes a few days to pay. {plan} starts when the money arrives, and you have its whole month from then.
        You do not have to do anything. If you pay again, you pay twice.
      </p>
      <div className="payment-actions">
        <Button voice="ink" onClick={() => void navigate(next.path, { replace: true })}>
          {next.call}
        </Button>
      </div>
    </section>
  );
}
