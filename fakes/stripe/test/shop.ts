import type { Business } from "../stripe.ts";

export type Billing = "monthly" | "once";

export type Shop<Product extends string> = {
  business: Business;
  usual: Product;
  lookupKeyOf: (product: Product, billing: Billing) => string;
};

type Box = "small" | "medium" | "large";

const cents: Readonly<Record<Box, number>> = { small: 999, medium: 1999, large: 2999 };
const products = ["small", "medium", "large"] as const;
const lookupKeyOf = (box: Box, billing: Billing) => `box_${box}_${billing}`;

export const shop: Shop<Box> = {
  usual: "small",
  lookupKeyOf,
  business: {
    name: "Green Shop",
    products: products.map((box) => ({
      name: `Green ${box} box`,
      metadata: { plan: box },
      prices: (["monthly", "once"] as const).map((billing) => ({
        lookupKey: lookupKeyOf(box, billing),
        cents: cents[box],
        isMonthly: billing === "monthly",
      })),
    })),
    portalMetadata: { shop: "green" },
  },
};
