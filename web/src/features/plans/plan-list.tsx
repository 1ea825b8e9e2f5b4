import type { ReactNode } from "react";
import { type Plan, type PlanType, planCatalogue } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
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

/** The plans while it is not known what can be done with them. */
export function PlansAhead() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading your plan
      </p>
      <div className="billing billing-ahead skeleton" />
      <PlanList heading="h2" action={() => <div className="plan-action-ahead skeleton" />} />
    </>
  );
}
