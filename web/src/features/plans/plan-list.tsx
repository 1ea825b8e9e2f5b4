import type { ReactNode } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type Plan, type PlanType, planCatalogue, planName } from "../../../../domain/plans/plan.ts";
import { type Billing, paidPlanTypes } from "../../../../domain/plans/price.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { offerText } from "../content/catalogue-text.ts";
import { PlanCard, type PlanFlag } from "./plan-card.tsx";
import "./plans.css";

const names = new Intl.ListFormat("en-AU", { type: "conjunction" }).format(paidPlanTypes.map(planName));

/** `hasPaidAccess` and `grant-content` accept any paid plan. */
export const planDifference = `${names} open the same dialogues and mock exams, at different prices.`;

/** `language` is null if the learner has chosen none, and undefined while unknown. */
export function Availability({ language }: { language: LanguageName | null | undefined }) {
  const catalogue = useCatalogue();
  return <p className="availability">{catalogue && language !== undefined && offerText(catalogue, language)}</p>;
}

type Props = {
  /** One level below the heading of the list. */
  heading: "h2" | "h3";
  flags?: Partial<Record<PlanType, PlanFlag>>;
  billing?: Billing;
  action?: (plan: Plan) => ReactNode;
};

export function PlanList({ heading, flags = {}, billing = "monthly", action }: Props) {
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
            flag={flags[plan.type]}
            action={action?.(plan)}
          />
        ))}
      </ul>
    </>
  );
}

export function PlansSkeleton({ language }: { language: LanguageName | null | undefined }) {
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
