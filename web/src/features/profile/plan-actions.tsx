import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { planName } from "../../../../domain/plans/plan.ts";
import { monthBehindPlan } from "../../../../domain/plans/plan-outlook.ts";
import { hasRecurring, type Subscription, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { Button } from "../../ui/button.tsx";
import { CancelPlanButton } from "../plans/cancel-plan-button.tsx";
import { fromHome } from "../plans/upgrading.ts";
import { usePlanEnding } from "../plans/use-plan-ending.ts";
import { PortalButton } from "./portal-button.tsx";

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

/** Whether a payment of a plan that goes on has failed. */
export const tellsOfFailure = ({ active, renewal_failed }: Subscription) => active && renewal_failed === true;

/** What a learner can do with the paid plan in force. */
export function PlanActions({ subscription, now }: { subscription: Subscription; now: Date }) {
  const { run, busy } = usePlanEnding();
  const status = subscriptionStatus(subscription, now);
  const actions = useFocusAfterChange(status);
  // What tells of a failed payment holds it otherwise.
  const hasPortal = hasRecurring(subscription) && !tellsOfFailure(subscription);
  const cancelled = status === "cancelled";
  // What runs was cancelled already, and the month behind it ends by itself.
  const isOver = monthBehindPlan(subscription, now) !== undefined;
  return (
    <div className="plan-actions" ref={actions}>
      {cancelled && !isOver && (
        <Button voice="ink" busy={busy !== null} onClick={() => run("resume-plan")}>
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
