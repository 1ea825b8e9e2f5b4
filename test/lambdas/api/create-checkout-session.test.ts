import { beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { PaidPlanType } from "../../../domain/plans/plan.ts";
import type { Billing } from "../../../domain/plans/price.ts";
import type { RecurringPurchase } from "../../../domain/plans/purchase.ts";
import { createCheckoutSession } from "../../../lambdas/api/create-checkout-session.ts";
import type { PlanChoice } from "../../../lambdas/payments/payment-provider.ts";
import { captureLog } from "../support/capture-log.ts";
import { aOnceRow, aRow, caller, createPlanWorld } from "../support/plan-world.ts";
import { aMonthly, aMonthOnce } from "../support/scripted-payment-provider.ts";

beforeEach(captureLog);

type World = ReturnType<typeof createPlanWorld>;
const choose = ({ services }: Pick<World, "services">, planType: PaidPlanType, billing: Billing, returnUrl?: string) =>
  createCheckoutSession(
    { caller, body: { planType, billing, returnUrl: returnUrl ?? "https://app.example/pricing?from=home" } },
    services,
  );
const paysFor = (
  planType: PaidPlanType,
  billing: Billing,
  more: Pick<PlanChoice, "firstBilledAt" | "creditPays"> = {},
) => ["openCheckout", "cus_1", "asha", { plan: planType, billing, ...more }, "https://app.example"];
const pay = { outcome: "pay", url: "https://pay.example/cs_1" };
const changed = (from: PaidPlanType, to: PaidPlanType, resumed: boolean) => ({
  outcome: "changed",
  url: "https://app.example/payment-success",
  // The scripted provider charges 500 cents for a change of plan.
  change: { from, to, resumed, charged_cents: from === to ? 0 : 500 },
});

describe("a checkout without a recurring plan", () => {
  test("creates a missing customer before it opens a page, and stores the customer in the row", async () => {
    const world = createPlanWorld();
    expect(await choose(world, "plus", "monthly")).toEqual(pay);
    expect(world.changes()).toEqual([
      ["createCustomer", "asha", "asha@example.org", undefined],
      ["openCheckout", "cus_made", "asha", { plan: "plus", billing: "monthly" }, "https://app.example"],
    ]);
    expect(world.row("asha")).toMatchObject({ plan_type: "free", active: false, stripe_customer_id: "cus_made" });
    expect(world.told).toEqual([]);
  });

  test.each<[string, RecurringPurchase[]]>([
    ["the provider lists no plan", []],
    ["a plan has ended", [aMonthly({ status: "canceled" })]],
    ["a first payment failed", [aMonthly({ status: "incomplete_expired" })]],
  ])("opens a payment page if %s", async (_, recurring) => {
    const world = createPlanWorld({ rows: [aRow({ plan_type: "free", active: false })], billing: { recurring } });
    expect(await choose(world, "premium", "once")).toEqual(pay);
    expect(world.changes()).toEqual([paysFor("premium", "once")]);
  });

  test.each([
    ["where credit pays for a renewing plan if the credit is sufficient", "plus", "monthly", 999, { creditPays: true }],
    ["where credit does not pay for a renewing plan if the credit is too small", "pro", "monthly", 1998, {}],
    ["where credit does not pay for a single month", "plus", "once", 999, {}],
  ] as const)("opens a payment page %s", async (_, plan, billing, creditCents, more) => {
    const world = createPlanWorld({ rows: [aRow({ plan_type: "free", active: false })], billing: { creditCents } });
    await choose(world, plan, billing);
    expect(world.changes()).toEqual([paysFor(plan, billing, more)]);
  });

  test("opens a payment page while a single month runs", async () => {
    for (const billing of ["once", "monthly"] as const) {
      const world = createPlanWorld({ rows: [aOnceRow()], billing: { single: [aMonthOnce()] } });
      expect(await choose(world, "pro", billing)).toEqual(pay);
      const waiting = billing === "monthly" ? { firstBilledAt: "2027-02-01T00:00:00.000Z" } : {};
      expect(world.changes()).toEqual([paysFor("pro", billing, waiting)]);
    }
  });

  test("is refused if the provider reports that another checkout is under way", async () => {
    const world = createPlanWorld({ rows: [aRow()] });
    const openCheckout = () => Promise.reject(new Refusal("checkout_under_way", "Again"));
    const services = { ...world.services, payments: { ...world.services.payments, openCheckout } };
    await expect(choose({ services }, "plus", "once")).rejects.toMatchObject({ code: "checkout_under_way" });
  });
});

const running = (fields: Partial<RecurringPurchase> = {}) =>
  createPlanWorld({
    rows: [aRow({ active: fields.endsAt === undefined })],
    billing: { recurring: [aMonthly(fields)] },
  });

const ending = "2027-02-01T00:00:00.000Z";
const inTime = "2027-01-14T00:00:00.000Z";

describe("a checkout during a recurring plan", () => {
  test.each(["plus", "premium"] as const)("changes the plan to %s at once and updates the row", async (plan) => {
    const world = running();
    expect(await choose(world, plan, "monthly")).toEqual(changed("pro", plan, false));
    expect(world.changes()).toEqual([["changePlan", "sub_1", plan]]);
    expect(world.row("asha")).toMatchObject({ plan_type: plan, active: true, stripe_subscription_id: "sub_1" });
    expect(world.told).toMatchObject([{ type: "SubscriptionChanged", subscription: { plan_type: plan } }]);
  });

  test("changes nothing if the learner chooses a renewing plan again", async () => {
    const world = running();
    expect(await choose(world, "pro", "monthly")).toEqual(changed("pro", "pro", false));
    expect(world.changes()).toEqual([]);
    expect(world.row("asha")).toMatchObject({ plan_type: "pro", active: true });
  });

  test("is refused for a single month while the plan renews", async () => {
    for (const plan of ["plus", "pro", "premium"] as const) {
      const world = running();
      await expect(choose(world, plan, "once")).rejects.toMatchObject({ code: "recurring_plan_active" });
      expect(world.changes()).toEqual([]);
    }
  });

  test("opens a payment page for a single month after the plan is cancelled", async () => {
    for (const plan of ["plus", "pro", "premium"] as const) {
      const world = running({ endsAt: ending });
      expect(await choose(world, plan, "once")).toEqual(pay);
      expect(world.changes()).toEqual([paysFor(plan, "once")]);
    }
  });

  test("resumes a cancelled plan if the learner chooses it again", async () => {
    const world = running({ endsAt: "2027-02-01T00:00:00.000Z" });
    expect(await choose(world, "pro", "monthly")).toEqual(changed("pro", "pro", true));
    expect(world.changes()).toEqual([
      ["setEnding", "sub_1", false],
      ["closePages", "cus_1"],
    ]);
    expect(world.row("asha")).toMatchObject({ plan_type: "pro", active: true });
  });

  test("changes a cancelled plan to the chosen plan, and resumes the renewals", async () => {
    const world = running({ endsAt: "2027-02-01T00:00:00.000Z" });
    expect(await choose(world, "plus", "monthly")).toEqual(changed("pro", "plus", true));
    expect(world.changes()).toEqual([
      ["changePlan", "sub_1", "plus"],
      ["closePages", "cus_1"],
    ]);
    expect(world.row("asha")).toMatchObject({ plan_type: "plus", active: true });
  });

  test("changes a plan before its first bill instead of opening a second plan", async () => {
    const world = running({ status: "trialing", periodStart: inTime });
    await choose(world, "premium", "monthly");
    expect(world.changes()).toEqual([["changePlan", "sub_1", "premium"]]);
  });

  test.each(["monthly", "once"] as const)(
    "is refused for every plan billed %s while the payment of a renewing plan is open",
    async (billing) => {
      for (const plan of ["plus", "pro", "premium"] as const) {
        const world = running({ status: "past_due", periodStart: inTime, dueCents: 1999 });
        await expect(choose(world, plan, billing)).rejects.toMatchObject({
          code: "payment_open",
          message: "You can choose another plan after your open payment is paid.",
        });
        expect(world.changes()).toEqual([]);
      }
    },
  );

  test("ends a cancelled plan whose payment is open, then opens the payment page", async () => {
    const world = running({ status: "past_due", endsAt: ending, periodStart: inTime, dueCents: 1999 });
    expect(await choose(world, "plus", "once")).toEqual(pay);
    expect(world.changes()).toEqual([["cancelAndRefund", "sub_1"], paysFor("plus", "once")]);
  });

  test("ends a plan with the status unpaid, then opens the payment page", async () => {
    const world = running({ status: "unpaid" });
    await expect(choose(world, "premium", "monthly")).resolves.toMatchObject({ outcome: "pay" });
    expect(world.changes()[0]).toEqual(["cancelAndRefund", "sub_1"]);
  });

  test("does not change the plan if the card is declined", async () => {
    const world = running();
    const changePlan = () => Promise.reject(new Refusal("payment_declined", "Declined"));
    const services = { ...world.services, payments: { ...world.services.payments, changePlan } };
    await expect(choose({ services }, "premium", "monthly")).rejects.toMatchObject({ code: "payment_declined" });
    expect(world.row("asha")).toEqual(aRow());
  });

  test("changes the older of two plans and refunds the newer plan, for both orders of the list", async () => {
    const kept = aMonthly({ id: "sub_b" });
    const duplicate = aMonthly({ id: "sub_a", createdAt: "2027-01-01T00:00:01.000Z" });
    for (const recurring of [
      [kept, duplicate],
      [duplicate, kept],
    ]) {
      const world = createPlanWorld({ rows: [aRow({ stripe_subscription_id: "sub_b" })], billing: { recurring } });
      await choose(world, "premium", "monthly");
      expect(world.changes()).toEqual([
        ["changePlan", "sub_b", "premium"],
        ["cancelAndRefund", "sub_a"],
      ]);
    }
  });
});

describe("the return URL", () => {
  test.each([
    ["https://app.example", "https://app.example"],
    ["https://app.example:443/any/page?with=query#hash", "https://app.example"],
    ["HTTPS://APP.EXAMPLE/pricing", "https://app.example"],
    ["http://localhost:5173/pricing", "http://localhost:5173"],
    ["https://somebody@app.example/", "https://app.example"],
    // Browsers treat this backslash as a slash, so the host is app.example.
    ["https://app.example\\@evil.org/", "https://app.example"],
  ])("may be %s", async (returnUrl, origin) => {
    const world = createPlanWorld({ rows: [aRow({ plan_type: "free" })] });
    await choose(world, "plus", "once", returnUrl);
    expect(world.changes()[0]?.at(-1)).toBe(origin);
  });

  test.each([
    "https://app.example.evil/pricing",
    "https://app.example.evil.org",
    "https://evil.org/https://app.example",
    "https://evil.org/?https://app.example",
    "https://evil.org#https://app.example",
    "https://app.example@evil.org/",
    "https://app.example:pass@evil.org/",
    "https://app.example%2F@evil.org/",
    "https://sub.app.example/",
    "https://appXexample/",
    "https://app.example./",
    "https://app.example:444/",
    "http://app.example/",
    "http://localhost:5174/",
    "http://localhost/",
    "http://127.0.0.1:5173/",
    "javascript:alert(document.domain)",
    "javascript://app.example/%0aalert(1)",
    "data:text/html,https://app.example",
    "file:///etc/passwd",
    "ftp://app.example/",
    "mailto:asha@app.example",
    "about:blank",
  ])("is refused without any effect if it is %s", async (returnUrl) => {
    const world = createPlanWorld();
    await expect(choose(world, "plus", "once", returnUrl)).rejects.toMatchObject({ code: "origin_not_allowed" });
    expect([world.changes(), world.row("asha"), world.reads()]).toEqual([[], null, 0]);
  });
});
