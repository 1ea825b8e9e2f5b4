import { type Call, onHttp } from "../http.ts";
import { type PlanServices, setPlanEnding } from "../payments/plan-ending.ts";
import { bus, clock, closedAccounts, payments, subscriptions } from "../services.ts";

/** Ends the caller's plan with the time that is paid for; access goes on until then. */
export async function cancelPlan({ caller }: Pick<Call<"cancel-plan">, "caller">, services: PlanServices) {
  return setPlanEnding(caller.userId, true, services);
}

export const handler = onHttp("cancel-plan", cancelPlan, { closedAccounts, clock, subscriptions, payments, bus });
