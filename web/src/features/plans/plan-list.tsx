import type { ReactNode } from "react";
import { type Plan, type PlanType, planCatalogue } from "../../../../domain/plan.ts";
import type { Billing } from "../../../../domain/price.ts";
import { PlanCard } from "./plan-card.tsx";
import "./plans.css";

type Props = {
  /** One level below the heading that the list stands under. */
  heading: "h2" | "h3";
  currentPlan?: PlanType | undefined;
  /** How the prices are to be paid. */
  billing?: Billing;
  action?: (plan: Plan) => ReactNode;
};

/** The four plans side by side. */
export function PlanList({ heading, currentPlan, billing = "monthly", action }: Props) {
  return (
    <ul className="plan-list">
      {planCatalogue.map((plan) => (
        <PlanCard
          key={plan.type}
          plan={plan}
          heading={heading}
          billing={billing}
          current={plan.type === currentPlan}
          action={action?.(plan)}
        />
      ))}
    </ul>
  );
}

/** Where the plans will be in a moment. */
export function PlanListSkeleton() {
  return (
    <div role="status" aria-label="Loading plans">
      <ul className="plan-list" aria-hidden="true">
        {planCatalogue.map(({ type }) => (
          <li key={type} className="plan-card skeleton" />
        ))}
      </ul>
    </div>
  );
}
