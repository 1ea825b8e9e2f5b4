import type { PaidPlanType } from "../../domain/plans/plan.ts";
import { priceLookupKey } from "../../domain/plans/price.ts";
import { startStripeFor, type TestStripeOptions } from "../../fakes/stripe/test/fixture.ts";
import { stripeBusiness } from "../../local/start-payments.ts";

/** The fake of Stripe with Parlance's products, as the fake's own tests open it. */
export const startParlanceStripe = (options: TestStripeOptions = {}) =>
  startStripeFor<PaidPlanType>({ business: stripeBusiness, usual: "plus", lookupKeyOf: priceLookupKey }, options);
