import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { planBadge } from "../../../../domain/plans/plan-badge.ts";
import type { Subscription } from "../../../../domain/plans/subscription.ts";
import { TooltipButton } from "../../ui/tooltip-button.tsx";
import { usePlanClock } from "./plan-clock.ts";
import { fromHome } from "./upgrading.ts";

export function PlanBadge({ subscription }: { subscription: Subscription | null }) {
  const badge = planBadge(subscription, usePlanClock(subscription));
  if (!badge) return null;
  if (badge.expired) {
    return (
      <Link className="badge badge-expired" to={paths.pricing} state={fromHome}>
        {badge.label}
      </Link>
    );
  }
  return (
    <TooltipButton className="badge" lines={badge.tooltip}>
      {badge.label}
    </TooltipButton>
  );
}
