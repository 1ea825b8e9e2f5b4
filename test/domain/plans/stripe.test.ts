import { expect, test } from "vitest";
import { stripeApiVersion, webhookEvents } from "../../../domain/plans/stripe.ts";
import { planChangingEvents } from "../../support/stripe-event-names.ts";

test("the webhook listens to exactly the Stripe events that may change a plan", () => {
  expect([...webhookEvents].sort()).toEqual([...planChangingEvents].sort());
});

test("the version of Stripe's API has the form of a date and a name", () => {
  expect(stripeApiVersion).toMatch(/^20\d\d-\d\d-\d\d\.[a-z]+$/);
});
