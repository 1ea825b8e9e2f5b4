import type { ReactNode } from "react";
import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { formatPrice, type Plan } from "../../../../domain/plans/plan.ts";
import type { Billing } from "../../../../domain/plans/price.ts";

export type PlanFlag = "current" | "next";

type PlanCardProps = {
  plan: Plan;
  heading: "h2" | "h3";
  billing: Billing;
  flag: PlanFlag | undefined;
  action?: ReactNode;
};

const flagText: Record<PlanFlag, string> = { current: "Current plan", next: "Next plan" };

const priceUnit: Record<Billing, string> = { monthly: "US dollars per month", once: "US dollars for one month" };

const leadOf = ({ monthlyCents }: Plan) =>
  monthlyCents === 0 ? `Example dialogues in ${languageLabel(exampleLanguage)}` : "Every dialogue in your language";

export function PlanCard({ plan, heading: Heading, billing, flag, action }: PlanCardProps) {
  return (
    <li className="plan-card" data-recommended={plan.recommended} data-mark={flag}>
      <div className="plan-head">
        <Heading>{plan.name}</Heading>
        {flag && <span className={`plan-flag plan-flag-${flag}`}>{flagText[flag]}</span>}
        {!flag && plan.recommended && <span className="plan-flag">Recommended</span>}
      </div>
      <p className="plan-lead">{leadOf(plan)}</p>
      <p className="plan-price">
        <span className="plan-amount">{formatPrice(plan.monthlyCents)}</span>
        <span className="plan-unit">{plan.monthlyCents > 0 ? priceUnit[billing] : "No card needed"}</span>
      </p>
      {action && <div className="plan-action">{action}</div>}
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </li>
  );
}
