import type { ReactNode } from "react";
import { formatPrice, type Plan } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";

type PlanCardProps = { plan: Plan; heading: "h2" | "h3"; billing: Billing; current: boolean; action?: ReactNode };

const priceUnit: Record<Billing, string> = { monthly: "US dollars per month", once: "US dollars for one month" };

/** What matters most about a plan. */
const leadOf = ({ monthlyCents }: Plan) =>
  monthlyCents === 0 ? "3 example dialogues" : "Every dialogue in your language";

/** One plan of the catalogue. `action` is what can be done with it here, if anything. */
export function PlanCard({ plan, heading: Heading, billing, current, action }: PlanCardProps) {
  return (
    <li className="plan-card" data-recommended={plan.recommended} data-current={current}>
      <div className="plan-head">
        <Heading>{plan.name}</Heading>
        {current && <span className="plan-flag plan-flag-current">Current plan</span>}
        {!current && plan.recommended && <span className="plan-flag">Recommended</span>}
      </div>
      <p className="plan-lead">{leadOf(plan)}</p>
      <p className="plan-price">
        <span className="plan-amount">{formatPrice(plan.monthlyCents)}</span>
        <span className="plan-unit">{plan.monthlyCents > 0 ? priceUnit[billing] : "No card needed"}</span>
      </p>
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {action}
    </li>
  );
}
