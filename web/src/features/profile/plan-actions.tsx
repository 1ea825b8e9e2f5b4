import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { monthBehindPlan } from "../../../../domain/plan-outlook.ts";
import { hasRecurring, type Subscription, subscriptionStatus } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { CancelPlanButton } from "../plans/cancel-plan-button.tsx";
import { fromHome } from "../plans/upgrading.ts";
import { useCustomerPortal } from "../plans/use-customer-portal.ts";
import { usePlanEnding } from "../plans/use-plan-ending.ts";

/** Keeps the focus in place when the button that had it gives way to another. */
function useFocusAfterChange(of: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(of);
  useEffect(() => {
    if (before.current === of) return;
    before.current = of;
    if (document.activeElement === document.body) element.current?.querySelector("button")?.focus();
  }, [of]);
  return element;
}

/** The payment provider's page; only who pays every month has one. */
function PortalButton({ urgent, hintId }: { urgent: boolean; hintId: string }) {
  const portal = useCustomerPortal();
  return (
    <Button voice={urgent ? "ink" : "plain"} busy={portal.busy} onClick={portal.open} aria-describedby={hintId}>
      Customer Portal
    </Button>
  );
}

/** What a learner can do with the paid plan in force. */
export function PlanActions({ subscription, now }: { subscription: Subscription; now: Date }) {
  const { run, busy } = usePlanEnding();
  const status = subscriptionStatus(subscription, now);
  const actions = useFocusAfterChange(status);
  const hintId = useId();
  const recurring = hasRecurring(subscription);
  const cancelled = status === "cancelled";
  // What runs was cancelled already, and the month behind it ends by itself.
  const isOver = monthBehindPlan(subscription, now) !== undefined;
  return (
    <div className="plan-actions" ref={actions}>
      {cancelled && !isOver && (
        <Button voice="ink" busy={busy !== null} onClick={() => run("resume-plan")}>
          Resume plan
        </Button>
      )}
      {recurring && <PortalButton urgent={subscription.renewal_failed === true} hintId={hintId} />}
      {!subscription.renewal_failed && (
        <Link className="button" to={paths.pricing} state={fromHome}>
          Change plan
        </Link>
      )}
      {!cancelled && !isOver && <CancelPlanButton subscription={subscription} now={now} />}
      {recurring && (
        <p className="plan-hint" id={hintId}>
          Cards and invoices are in the Customer Portal, which opens in a new tab.
        </p>
      )}
    </div>
  );
}
