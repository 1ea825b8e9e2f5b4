import { describe, expect, test } from "vitest";
import { submit } from "../../../fakes/stripe/test/fixture.ts";
import { createStripeWorld } from "../support/stripe-world.ts";

/** Creates a learner with a monthly plan, whose card requires a confirmation of each payment. */
async function asking() {
  const world = await createStripeWorld();
  const { choose, hear } = world;
  const { url } = await choose("plus", "monthly");
  await submit(url, { action: "confirm", card: "asks" });
  expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
  const bills = async () => (await world.sdk.invoices.list({ customer: world.customer(), limit: 100 })).data;
  return { ...world, bills };
}

describe("a change of plan that the cardholder has to confirm", () => {
  test("returns the URL of the invoice, and takes effect once the invoice is paid", async () => {
    const { choose, hear, row, paid } = await asking();
    const { outcome, url } = await choose("pro", "monthly");
    expect(outcome).toBe("confirm");
    expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
    expect(await paid()).toHaveLength(2);
    await submit(url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "pro", active: true });
    expect(row()).not.toHaveProperty("renewal_failed");
  });

  test("does not take effect if the cardholder refuses it, and can be chosen again", async () => {
    const { choose, hear, bills } = await asking();
    const first = await choose("pro", "monthly");
    await submit(first.url, { action: "refuse" });
    expect(await hear()).toMatchObject({ plan_type: "plus", active: true });
    expect(await choose("pro", "monthly")).toEqual(first);
    expect(await bills()).toHaveLength(2);
    await submit(first.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "pro" });
  });

  test("is replaced if another plan is chosen, and its invoice is voided", async () => {
    const { choose, hear, bills } = await asking();
    const first = await choose("pro", "monthly");
    const second = await choose("premium", "monthly");
    expect(second.outcome).toBe("confirm");
    expect((await bills()).map(({ status }) => status)).toEqual(["open", "void", "paid"]);
    await submit(first.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "plus" });
    await submit(second.url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "premium" });
  });

  test("is cancelled after a day without a confirmation", async () => {
    const { choose, moveTo, bills } = await asking();
    await choose("pro", "monthly");
    expect(await moveTo("01-03")).toMatchObject({ plan_type: "plus", active: true });
    expect((await bills()).map(({ status }) => status)).toEqual(["void", "paid"]);
    expect(await choose("pro", "monthly")).toHaveProperty("outcome", "confirm");
  });

  test("can be followed by a cheaper plan without a confirmation", async () => {
    const { choose, hear, buy } = await asking();
    await submit((await choose("premium", "monthly")).url, { action: "confirm" });
    expect(await hear()).toMatchObject({ plan_type: "premium" });
    expect(await buy("plus", "monthly")).toMatchObject({ plan_type: "plus" });
  });
});
