import { Link } from "react-router";
import { planBadge, type Subscription } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { serverNow } from "../../server-time.ts";
import { fromHome } from "./upgrading.ts";

/** The learner's plan in the header. */
export function PlanBadge({ subscription }: { subscription: Subscription | null }) {
  const badge = planBadge(subscription, serverNow());
  if (!badge) return null;
  if (badge.expired) {
    return (
      <Link className="badge badge-expired" to={paths.pricing} state={fromHome}>
        {badge.label}
      </Link>
    );
  }
  return (
    <span className="badge" title={badge.tooltip.join("\n")}>
      {badge.label}
    </span>
  );
}
