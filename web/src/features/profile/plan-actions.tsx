import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { planName } from "../../../../domain/plans/plan.ts";
import { monthAfterPlan } from "../../../../domain/plans/plan-outlook.ts";
import { hasRecurring, type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { CancelPlanButton } from "../plans/cancel-plan-button.tsx";
import { fromHome } from "../plans/upgrading.ts";
import { useCustomerPortal } from "../plans/use-customer-portal.ts";
import { usePlanEnding } from "../plans/use-plan-ending.ts";

export function PortalButton({ urgent }: { urgent: boolean }) {
  const portal = useCustomerPortal();
  const hintId = useId();
  return (
    <>
      <Button variant={urgent ? "ink" : "plain"} busy={portal.busy} onClick={portal.open} aria-describedby={hintId}>
        Customer Portal
      </Button>
      <p className="plan-hint" id={hintId}>
        Cards and invoices are in the Customer Portal.
      </p>
    </>
  );
}

/** When `of` changes, the focused button may disappear. The browser then moves the focus to the body. */
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

export const hasFailedRenewal = ({ active, renewal_failed }: Subscription) => active && renewal_failed === true;

export function PlanActions({ subscription, now }: { subscription: Subscription; now: Date }) {
  const { run, busy } = usePlanEnding();
  const status = subscriptionStatus(subscription, now);
  const actions = useFocusAfterChange(status);
  // The notice of a failed payment already has this button.
  const hasPortal = hasRecurring(subscription) && !hasFailedRenewal(subscription);
  const cancelled = status === "cancelled";
  // True if a single month follows a cancelled plan.
  const isOver = monthAfterPlan(subscription, now) !== undefined;
  return (
    <div className="plan-actions" ref={actions}>
      {cancelled && !isOver && (
        <Button variant="ink" busy={busy !== null} onClick={() => run("resume-plan")}>
          Resume {subscription.called_off ? planName(subscription.called_off.plan_type) : "plan"}
        </Button>
      )}
      {!subscription.renewal_failed && (
        <Link className="button" to={paths.pricing} state={fromHome}>
          Change plan
        </Link>
      )}
      {!cancelled && !isOver && <CancelPlanButton subscription={subscription} now={now} />}
      {hasPortal && <PortalButton urgent={false} />}
    </div>
  );
}
