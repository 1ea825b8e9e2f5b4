import { calculateCharge } from "./charge.ts";
import { cognitoLitePrice, cognitoPrice, type Meter, meters, prices } from "./prices.ts";
import { firewallRequests, usageFor } from "./usage.ts";

export type FixedMonthlyUnits = Partial<Record<Meter, number>>;

export type Bill = {
  learners: number;
  /** USD a month. Meters that cost nothing are left out. */
  charges: ReadonlyMap<Meter, number>;
  /** USD a month, highest first. */
  services: readonly { service: string; usd: number }[];
  /** USD a month, without Cognito and Stripe's fees. */
  total: number;
  /** USD a month. */
  cognito: number;
  /** USD a month for the same learners on Cognito's Lite plan. */
  cognitoLite: number;
};

export function calculateBill(learners: number, fixedUnits: FixedMonthlyUnits, parts: { shares?: boolean } = {}): Bill {
  const used: Partial<Record<Meter, number>> = {
    ...usageFor(learners, parts),
    ...(fixedUnits.firewalls ? { "firewall-requests": firewallRequests(learners) } : {}),
  };
  const charges = new Map<Meter, number>();
  const services = new Map<string, number>();
  for (const meter of meters) {
    const price = prices[meter];
    const usd = calculateCharge((used[meter] ?? 0) + (fixedUnits[meter] ?? 0), price);
    if (usd === 0) continue;
    charges.set(meter, usd);
    services.set(price.service, (services.get(price.service) ?? 0) + usd);
  }
  return {
    learners,
    charges,
    services: [...services].map(([service, usd]) => ({ service, usd })).sort((one, other) => other.usd - one.usd),
    total: [...charges.values()].reduce((sum, usd) => sum + usd, 0),
    cognito: calculateCharge(learners, cognitoPrice),
    cognitoLite: calculateCharge(learners, cognitoLitePrice),
  };
}
