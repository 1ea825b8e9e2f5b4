import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Refusal } from "../../domain/http/refusal.ts";
import { isFollowedByMonth } from "../../domain/plans/entitlement.ts";
import { billings, paidPlanTypes } from "../../domain/plans/price.ts";
import { isLiveRecurring } from "../../domain/plans/purchase.ts";
import { hasPaidAccess, subscriptionStatus } from "../../domain/plans/subscription.ts";
import { hasSameFacts, subscriptionFromBilling } from "../../domain/plans/subscription-from-billing.ts";
import { createCheckoutSession } from "../../lambdas/api/create-checkout-session.ts";
import type { PlanChoice } from "../../lambdas/payments/payment-provider.ts";
import { setPlanEnding } from "../../lambdas/payments/plan-ending.ts";
import { syncSubscription } from "../../lambdas/payments/sync-subscription.ts";
import { redirectLog } from "../../lambdas/runtime/log.ts";
import { expireSubscriptions } from "../../lambdas/schedule/expire-subscriptions.ts";
import { aDirectoryUser } from "../lambdas/support/directory-user.ts";
import { returnedPart } from "./balances.ts";
import { checkGraceAfterEnd } from "./check-grace-after-end.ts";
import { createMemoryRow } from "./memory-row.ts";
import { createModelPaymentProvider } from "./model-payment-provider.ts";
import { isStretchReversed, type Stretch } from "./paid-time.ts";
import { StripeModel } from "./stripe-model.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const choice = fc.record({ plan: fc.constantFrom(...paidPlanTypes), billing: fc.constantFrom(...billings) });

/** About a month, in hours. */
const untilRenewal = fc
  .tuple(fc.constantFrom(28, 30, 31), fc.constantFrom(-0.5, 0, 0.25, 0.5, 0.75, 1))
  .map(([days, hours]) => days * 24 + hours);

const action = fc.oneof(
  { weight: 9, arbitrary: fc.record({ do: fc.constant("buy" as const), choice }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("choose" as const), choice }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("pay" as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resume" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("portal" as const), press: fc.constantFrom("cancel", "resume", "pay") }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which: fc.nat(7),
      share: fc.constantFrom(1, 1, 0.3, 0.6, 0.999),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("dispute" as const), which: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("win" as const), which: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("card" as const), works: fc.constantFrom(true, true, true, false) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 45 * 24 }), untilRenewal),
      lateMinutes: fc.constantFrom(0, 0, 20, 59),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("miss" as const), days: fc.integer({ min: 28, max: 45 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
);

const delivery = fc.constantFrom("once", "twice", "dropped then retried");
/** The number of scheduled tasks that run before the next action: at most 12, or all. */
const progress = fc.oneof(fc.nat(12), fc.constant(Number.POSITIVE_INFINITY));
const historyOf = (actions: typeof action) =>
  fc.array(fc.record({ action: actions, delivery, progress }), { minLength: 4, maxLength: 32, size: "max" });
const buyMonthly = fc.record({
  do: fc.constant("buy" as const),
  choice: fc.record({ plan: fc.constantFrom(...paidPlanTypes), billing: fc.constant("monthly" as const) }),
});
const payWithCard = fc.record({ do: fc.constant("card" as const), works: fc.constant(true) });
const settle = fc.record({ do: fc.constant("settle" as const) });
/** Actions that often leave renewals unpaid. */
const unpaid: typeof action = fc.oneof(
  payWithCard,
  buyMonthly,
  fc.record({ do: fc.constant("miss" as const), days: fc.integer({ min: 28, max: 50 }) }),
  settle,
);
/** Actions that often change plans near a renewal, or return payments. */
const credited: typeof action = fc.oneof(
  { weight: 5, arbitrary: buyMonthly },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      hours: untilRenewal,
      lateMinutes: fc.constantFrom(0, 0, 20, 59),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("dispute" as const), which: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refund" as const), which: fc.nat(7), share: fc.constantFrom(1, 0.3) }),
  },
  { weight: 1, arbitrary: payWithCard },
  { weight: 2, arbitrary: settle },
);
const history = fc.oneof(
  { weight: 10, arbitrary: historyOf(action) },
  { weight: 1, arbitrary: historyOf(unpaid) },
  { weight: 2, arbitrary: historyOf(credited) },
);
type ActionOf = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

function openWorld(scheduler: fc.Scheduler) {
  let nowMs = Date.parse("2027-01-31T10:00:00.000Z");
  const delay = async (what: string) => {
    await scheduler.schedule(Promise.resolve(), what);
  };
  const world = {
    /** The time of the provider's last change, in ms. */
    changedAt: nowMs,
    delivery: "once",
    isWon: false,
    /** True if the row gave access after its end although the provider waited for no renewal. */
    isUnreported: false,
    /** True if the row gave access after its end while the provider waited for a renewal. */
    isLate: false,
    running: [] as Promise<unknown>[],
    retries: [] as (() => void)[],
    now: () => new Date(nowMs),
    wait: (hours: number) => {
      nowMs += hours * hourMs;
    },
  };
  const model = new StripeModel(
    () => nowMs,
    () => deliver(),
  );
  const store = createMemoryRow("learner", delay);
  const services = {
    clock: { now: world.now },
    bus: { publish: async () => undefined },
    subscriptions: store.subscriptions,
    payments: createModelPaymentProvider(model, delay),
    profiles: { get: async () => null },
    callCounts: { admit: async () => null },
    closedAccounts: { stateOf: async () => null },
    users: { get: async () => aDirectoryUser({ email: "learner@example.org" }) },
    appOrigins: ["https://app.example"],
  };
  const sync = () => {
    const attempt = syncSubscription("cus_1", services).catch((error: unknown) => {
      if (!isBusy(error)) throw error;
      world.retries.push(sync);
    });
    world.running.push(attempt);
  };
  const deliver = () => {
    world.changedAt = nowMs;
    if (world.delivery === "dropped then retried") world.retries.push(sync);
    else sync();
    if (world.delivery === "twice") sync();
  };
  return { ...world, world, model, store, services };
}

const isBusy = (error: unknown) => error instanceof Error && error.message.includes("too often");

/** The number of histories in which each situation was found. */
const seen = {
  access: 0,
  bought: 0,
  renewed: 0,
  "failed renewal": 0,
  "two recurring": 0,
  refunded: 0,
  "refunded in part after a change": 0,
  "ended after a change": 0,
  "waiting for months": 0,
  "months after a plan": 0,
  cancelled: 0,
  ended: 0,
  "renewal not reported": 0,
  "renewal late": 0,
  "with credit": 0,
  "undone unpaid": 0,
  "months superseded": 0,
  "an earlier period's payment returned": 0,
  "a payment of an ended plan returned": 0,
  "a single month returned in part": 0,
  "a period without its own money returned": 0,
  "credit withheld": 0,
  "dispute won": 0,
  "credit owed": 0,
  "grace used up": 0,
};

function take({ world, model, store, now }: World): void {
  const row = store.row();
  const purses = model.purses();
  const { stretches, singles } = model;
  const isReturned = ({ payments }: Stretch) => payments.some((payment) => returnedPart(payment) > 0);
  seen.access += Number(model.isPaidFor());
  seen.bought += Number(model.subscriptions.length + singles.length > 0);
  seen.renewed += Number(stretches.length > model.subscriptions.length);
  seen["failed renewal"] += Number(row?.renewal_failed === true);
  seen["two recurring"] += Number(model.subscriptions.length > 1);
  seen.refunded += Number(stretches.some((stretch) => isStretchReversed(stretch, purses)));
  const changed = stretches.filter(({ payments }) => payments.length > 1);
  seen["refunded in part after a change"] += Number(
    changed.some((stretch) => !isStretchReversed(stretch, purses) && isReturned(stretch)),
  );
  seen["ended after a change"] += Number(changed.some((stretch) => isStretchReversed(stretch, purses)));
  seen["waiting for months"] += Number(model.subscriptions.some((one) => one.billedFrom > one.createdAt));
  const billing = model.billing();
  const ending = billing.recurring.find((one) => isLiveRecurring(one) && one.endsAt !== null);
  seen["months after a plan"] += Number(ending !== undefined && isFollowedByMonth(ending, billing));
  seen["with credit"] += Number(model.creditCents > 0);
  seen["undone unpaid"] += Number(stretches.some(({ undone, paid }) => undone && !paid));
  seen["months superseded"] += Number(singles.some(({ supersededAt }) => supersededAt !== null));
  const isPast = (stretch: Stretch) => stretch.periodEnd <= now().getTime() || stretch !== stretches.at(-1);
  seen["an earlier period's payment returned"] += Number(stretches.some((one) => isPast(one) && isReturned(one)));
  const ended = stretches.filter(({ purchase, undone }) => !undone && !model.live().some(({ id }) => id === purchase));
  seen["a payment of an ended plan returned"] += Number(ended.some(isReturned));
  seen["a single month returned in part"] += Number(
    singles.some(({ cents, returnedCents }) => returnedCents > 0 && returnedCents < cents),
  );
  const isBorrowed = (stretch: Stretch) => !isReturned(stretch) && isStretchReversed(stretch, purses);
  seen["a period without its own money returned"] += Number(stretches.some(isBorrowed));
  seen["credit withheld"] += Number(model.withheldCents() > 0);
  seen["dispute won"] += Number(world.isWon);
  seen["renewal not reported"] += Number(world.isUnreported);
  seen["renewal late"] += Number(world.isLate);
  seen["credit owed"] += Number(model.hasOwed);
  seen["grace used up"] += Number(stretches.some(({ from, to, paid, undone }) => !paid && !undone && to === from));
  seen.cancelled += Number(row !== null && subscriptionStatus(row, now()) === "cancelled");
  seen.ended += Number(row !== null && subscriptionStatus(row, now()) === "expired");
}

type World = ReturnType<typeof openWorld>;

function runAction({ world, model, services, wait }: World, what: ActionOf): Promise<unknown> | undefined {
  const checkout = ({ plan, billing }: PlanChoice) => {
    const body = { planType: plan, billing, returnUrl: "https://app.example/" };
    return createCheckoutSession({ caller: { userId: "learner", username: "learner" }, body }, services);
  };
  switch (what.do) {
    case "buy":
      return checkout(what.choice).then(() => {
        const page = model.pages.findLast(({ open }) => open);
        if (page) model.pay(page);
      });
    case "choose":
      return checkout(what.choice);
    case "pay": {
      const page = model.pages[what.which % Math.max(1, model.pages.length)];
      if (page) model.pay(page);
      return undefined;
    }
    case "cancel":
      return setPlanEnding("learner", true, services);
    case "resume":
      return setPlanEnding("learner", false, services);
    case "portal":
      model.onPortal(what.press);
      return undefined;
    case "refund":
      model.refund(what.which, what.share);
      return undefined;
    case "dispute":
      model.dispute(what.which);
      return undefined;
    case "win":
      world.isWon = model.winDispute(what.which) || world.isWon;
      return undefined;
    case "card":
      model.cardWorks = what.works;
      return undefined;
    case "wait":
      wait(what.hours);
      model.lateMs = what.lateMinutes * minuteMs;
      model.settle();
      return undefined;
    case "miss":
      model.cardWorks = false;
      wait(what.days * 24);
      model.lateMs = 0;
      model.settle();
      return undefined;
    case "expire":
      return expireSubscriptions(services, () => 600_000);
    case "settle":
      return undefined;
  }
}

const tolerate = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    const isGone = error instanceof Error && error.message.startsWith("No such");
    if (!(error instanceof Refusal) && !isGone && !isBusy(error)) throw error;
  });

async function waitUntilIdle({ world }: World, scheduler: fc.Scheduler): Promise<void> {
  while (world.running.length + world.retries.length > 0) {
    for (const retry of world.retries.splice(0)) retry();
    await scheduler.waitFor(Promise.all(world.running.splice(0)));
  }
}

function check({ world, model, store, now }: World): void {
  const row = store.row();
  expect(model.creditCents, "credit: what was paid for it and not returned").toBe(
    model.purses().centsAt("wallet", "kept"),
  );
  // Each change of plan is rounded to a cent, so the limit has a tolerance.
  const mostCredit = Math.max(0, model.unusedCents()) + 10;
  expect(model.creditCents, "credit, beside what was paid and not used").toBeLessThanOrEqual(mostCredit);
  // If time has passed since the provider's last change, the next sync may still change the payments and the row.
  if (world.changedAt === now().getTime()) expect(model.monthsForNothing(), "months paid for in vain").toEqual([]);
  expect(model.live().length, "recurring plans that are paid for").toBeLessThanOrEqual(1);
  const due = model.isPaidFor() || model.isAwaitingRenewal();
  expect(hasPaidAccess(row, now()), "access as paid for, and while a renewal is late").toBe(due);
  if (!row?.stripe_customer_id || world.changedAt !== now().getTime()) return;
  const again = subscriptionFromBilling(model.billing(), row, "cus_1", { askedAt: now(), now: now() });
  expect({ row, same: hasSameFacts(row, again) }, "the row says what the provider says").toEqual({ row, same: true });
}

type Step = { action: ActionOf; delivery: string; progress: number };

async function runHistory(scheduler: fc.Scheduler, steps: readonly Step[]): Promise<void> {
  const opened = openWorld(scheduler);
  const { world } = opened;
  for (const step of steps) {
    world.delivery = step.delivery;
    const done = runAction(opened, step.action);
    if (done) world.running.push(tolerate(done));
    for (let tasks = 0; tasks < step.progress && scheduler.count() > 0; tasks += 1) await scheduler.waitOne();
    const outlasts = checkGraceAfterEnd(opened.store.row(), opened.model, world.changedAt, opened.now());
    world.isUnreported ||= outlasts && !opened.model.isAwaitingRenewal();
    world.isLate ||= outlasts && opened.model.isAwaitingRenewal();
    if (step.action.do !== "settle") continue;
    await waitUntilIdle(opened, scheduler);
    check(opened);
  }
  await waitUntilIdle(opened, scheduler);
  check(opened);
  take(opened);
}

beforeAll(() => redirectLog(() => undefined));

const histories = Number(process.env["HISTORIES"] ?? 10_000);

test("in random billing histories, access matches the payments and the awaited renewals", async () => {
  await fc.assert(fc.asyncProperty(fc.scheduler(), history, runHistory), { numRuns: histories });
  console.log("situations at the end of a history:", seen);
  for (const [situation, count] of Object.entries(seen)) expect(count, situation).toBeGreaterThan(20);
});
