/** From the cheapest to the most expensive. */
export const planTypes = ["free", "plus", "pro", "premium"] as const;
export type PlanType = (typeof planTypes)[number];
export type PaidPlanType = Exclude<PlanType, "free">;

export type Plan = {
  type: PlanType;
  name: string;
  /** In US cents. */
  monthlyCents: number;
  features: readonly string[];
  callToAction: string;
  recommended: boolean;
};

const plans: Record<PlanType, Omit<Plan, "type">> = {
  free: {
    name: "Free",
    monthlyCents: 0,
    features: ["Basic functionality", "Limited access", "Community support"],
    callToAction: "Get Started",
    recommended: false,
  },
  plus: {
    name: "Plus",
    monthlyCents: 999,
    features: ["All Free features", "Enhanced functionality", "Priority support"],
    callToAction: "Choose Plus",
    recommended: false,
  },
  pro: {
    name: "Pro",
    monthlyCents: 1999,
    features: ["All Plus features", "Advanced functionality", "Dedicated support", "Additional benefits"],
    callToAction: "Choose Pro",
    recommended: true,
  },
  premium: {
    name: "Premium",
    monthlyCents: 2999,
    features: [
      "All Pro features",
      "Enterprise functionality",
      "Custom support",
      "Unlimited access",
      "Special benefits",
    ],
    callToAction: "Choose Premium",
    recommended: false,
  },
};

export const planCatalogue: readonly Plan[] = planTypes.map((type) => ({ type, ...plans[type] }));

export function planName(type: PlanType): string {
  return plans[type].name;
}

/** Formats US cents: 0 → "$0", 999 → "$9.99". */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}
