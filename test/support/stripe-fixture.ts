import type { PaidPlanType } from "../../domain/plans/plan.ts";
import { priceLookupKey } from "../../domain/plans/price.ts";
import { startStripeFor, type TestStripeOptions } from "../../fakes/stripe/test/fixture.ts";
import { stripeBusiness } from "../../local/start-payments.ts";

export const startParlanceStripe = (options: TestStripeOptions = {}) =>
  startStripeFor<PaidPlanType>({ business: stripeBusiness, usual: "plus", lookupKeyOf: priceLookupKey }, options);
