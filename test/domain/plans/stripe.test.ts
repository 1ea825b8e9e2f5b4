import { expect, test } from "vitest";
import { stripeApiVersion, webhookEvents } from "../../../domain/plans/stripe.ts";
import { planChangingEvents } from "../../support/stripe-event-names.ts";

test("the product listens to every event of Stripe that may change a plan, and to no other", () => {
  expect([...webhookEvents].sort()).toEqual([...planChangingEvents].sort());
});

test("the version of Stripe's API is one of its releases: a date and a name", () => {
  expect(stripeApiVersion).toMatch(/^20\d\d-\d\d-\d\d\.[a-z]+$/);
});
