import type { ReactNode } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type Plan, type PlanType, planCatalogue } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";
import { Availability } from "./availability.tsx";
import { PlanCard, type PlanMark } from "./plan-card.tsx";
import { planDifference } from "./plan-difference.ts";
import "./plans.css";

type Props = {
  /** One level below the heading that the list stands under. */
  heading: "h2" | "h3";
  marks?: Partial<Record<PlanType, PlanMark>>;
  /** How the prices are to be paid. */
  billing?: Billing;
  action?: (plan: Plan) => ReactNode;
};

/** The four plans side by side, and how they differ. */
export function PlanList({ heading, marks = {}, billing = "monthly", action }: Props) {
  return (
    <>
      <p className="plan-difference">{planDifference}</p>
      <ul className="plan-list">
        {planCatalogue.map((plan) => (
          <PlanCard
            key={plan.type}
            plan={plan}
            heading={heading}
            billing={billing}
            mark={marks[plan.type]}
            action={action?.(plan)}
          />
        ))}
      </ul>
    </>
  );
}

/** The plans while it is not known what can be done with them. */
export function PlansAhead({ language }: { language: LanguageName | null | undefined }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading your plan
      </p>
      <div className="billing billing-ahead skeleton" />
      <Availability language={language} />
      <PlanList heading="h2" action={() => <div className="plan-action-ahead skeleton" />} />
    </>
  );
}
