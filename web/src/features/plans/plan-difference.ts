import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { planName } from "../../../../domain/plans/plan.ts";
import { paidPlanTypes } from "../../../../domain/plans/price.ts";

const names = new Intl.ListFormat("en-AU", { type: "conjunction" }).format(paidPlanTypes.map(planName));

/** The difference between the plans. Access is the same with every paid plan: `hasPaidAccess` and `grant-content` ask for any. */
export const planDifference = `${names} open the same dialogues and mock exams and differ only in price; Free opens the examples in ${languageLabel(exampleLanguage)}.`;
