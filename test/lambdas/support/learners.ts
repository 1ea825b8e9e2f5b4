import { inject } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { createLearner, type NewLearner } from "../../support/learner.ts";
import { apiOf } from "./call-api.ts";
import { openTables } from "./rows.ts";

export const cloud = inject("cloud");
export const stored = openTables(cloud.dynamodbUrl);

export async function aLearner(learner: NewLearner = {}) {
  const made = await createLearner(cloud.webUrl, learner);
  return { ...made, ...apiOf(cloud.apiUrl, made.tokens.AccessToken) };
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

export function paidRow(userId: string, fields: Partial<Subscription> = {}): Subscription {
  return {
    user_id: userId,
    plan_type: "pro",
    active: true,
    start_date: inDays(-10),
    end_date: inDays(20),
    stripe_customer_id: `cus_${userId}`,
    stripe_subscription_id: `sub_${userId}`,
    updated_at: inDays(-10),
    ...fields,
  };
}

export const expiredRow = (userId: string, fields: Partial<Subscription> = {}) =>
  paidRow(userId, { start_date: inDays(-40), end_date: inDays(-9), updated_at: inDays(-40), ...fields });

export async function subscribe(row: Subscription): Promise<Subscription> {
  const { end_date, ...rest } = row;
  await stored.put(
    "subscriptions",
    end_date === null ? rest : { ...rest, end_date, expiry_day: end_date.slice(0, 10) },
  );
  return row;
}
