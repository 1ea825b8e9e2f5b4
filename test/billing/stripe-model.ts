import {
  type CustomerBilling,
  isLiveRecurring,
  oneMonthAfter,
  type RecurringPurchase,
  renewalRetryDays,
  type SinglePurchase,
} from "../../domain/billing.ts";
import type { PaidPlanType } from "../../domain/plan.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Choice, Payments } from "../../lambdas/payments.ts";

const dayMs = 86_400_000;
const retryDays = [3, 5, 7, renewalRetryDays];

type Subscription = RecurringPurchase & { retriesDone: number };
/** A stretch of time for which a learner has paid, or in which the provider still tries to collect. */
type PaidStretch = { purchase: string; from: number; to: number; void: boolean };
type Page = Choice & { open: boolean };

const at = (instant: string) => Date.parse(instant);
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * The payment provider as a model: one customer, a card that works or not, recurring and single purchases, and beside
 * them an account of what has been paid for, kept from the payments alone.
 */
export class StripeModel {
  cardWorks = true;
  readonly subscriptions: Subscription[] = [];
  readonly singles: SinglePurchase[] = [];
  readonly pages: Page[] = [];
  readonly stretches: PaidStretch[] = [];
  #ids = 0;
  readonly #now: () => number;
  readonly #changed: () => void;

  /** @param changed is called after each change, when the provider would send an event. */
  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  billing(): CustomerBilling {
    return structuredClone({
      recurring: this.subscriptions.map(({ retriesDone: _, ...purchase }) => purchase),
      single: this.singles,
    });
  }

  /** Whether what has been paid for covers this moment. */
  isPaidFor(): boolean {
    const now = this.#now();
    return [...this.stretches, ...this.#singleStretches()].some((one) => !one.void && one.from <= now && now < one.to);
  }

  live(): Subscription[] {
    return this.subscriptions.filter(isLiveRecurring);
  }

  /** Pays on a page that was opened; nothing happens on one that was closed or paid, or with a card that fails. */
  pay(page: Page): boolean {
    if (!page.open || !this.cardWorks) return false;
    page.open = false;
    const paidAt = iso(this.#now());
    if (page.billing === "once") {
      this.singles.push({ id: this.#id("pi"), plan: page.plan, paidAt, reversed: false });
    } else {
      const id = this.#id("sub");
      const period = { periodStart: paidAt, periodEnd: oneMonthAfter(paidAt) };
      const fresh = { status: "active", createdAt: paidAt, endsAt: null, paymentReversed: false } as const;
      this.subscriptions.push({ id, plan: page.plan, ...fresh, ...period, retriesDone: 0 });
      this.#paid(id, period);
    }
    this.#changed();
    return true;
  }

  /** Gives the last payment of a purchase back. */
  refund(which: number): void {
    const recurring = this.subscriptions.filter(({ status }) => status === "active");
    const purchases = [...recurring, ...this.singles];
    const purchase = purchases[which % Math.max(1, purchases.length)];
    if (!purchase) return;
    if ("reversed" in purchase) purchase.reversed = true;
    else this.#reverse(purchase);
    this.#changed();
  }

  /** Renews, retries and ends everything that has come due. */
  settle(): void {
    for (const subscription of this.subscriptions) while (this.#step(subscription)) this.#changed();
  }

  setEnding(id: string, ending: boolean): void {
    const subscription = this.subscriptions.find((one) => one.id === id && one.status !== "canceled");
    if (!subscription) throw new Error("No such subscription");
    subscription.endsAt = ending ? subscription.periodEnd : null;
    this.#changed();
  }

  changePlan(id: string, plan: PaidPlanType): void {
    if (!this.cardWorks) throw new Refusal("payment_declined", "declined");
    this.setEnding(id, false);
    for (const subscription of this.subscriptions) if (subscription.id === id) subscription.plan = plan;
    this.#changed();
  }

  undo(id: string): void {
    const subscription = this.subscriptions.find((one) => one.id === id);
    if (!subscription || subscription.status === "canceled") return;
    this.#reverse(subscription);
    subscription.status = "canceled";
    this.#changed();
  }

  openPage(choice: Choice): Page {
    const reusable = this.pages.find(
      ({ open, plan, billing }) => open && plan === choice.plan && billing === choice.billing,
    );
    for (const page of this.pages) if (page !== reusable) page.open = false;
    if (reusable) return reusable;
    const page = { ...choice, open: true };
    this.pages.push(page);
    return page;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${String(this.#ids).padStart(4, "0")}`;
  }

  #paid(purchase: string, { periodStart, periodEnd }: Pick<Subscription, "periodStart" | "periodEnd">): void {
    this.stretches.push({ purchase, from: at(periodStart), to: at(periodEnd), void: false });
  }

  #reverse(subscription: Subscription): void {
    subscription.paymentReversed = true;
    const stretch = this.stretches.findLast(({ purchase }) => purchase === subscription.id);
    if (stretch) stretch.void = true;
  }

  #singleStretches(): PaidStretch[] {
    let end = Number.NEGATIVE_INFINITY;
    return this.singles
      .filter(({ reversed }) => !reversed)
      .map(({ id, paidAt }) => {
        const from = Math.max(end, at(paidAt));
        end = at(oneMonthAfter(iso(from)));
        return { purchase: id, from, to: end, void: false };
      });
  }

  #step(subscription: Subscription): boolean {
    const now = this.#now();
    if (subscription.status === "past_due") return this.#retry(subscription, now);
    if (subscription.status !== "active" || at(subscription.periodEnd) > now) return false;
    if (subscription.endsAt !== null) {
      subscription.status = "canceled";
      return true;
    }
    const renewed = { periodStart: subscription.periodEnd, periodEnd: oneMonthAfter(subscription.periodEnd) };
    Object.assign(subscription, renewed, { paymentReversed: false, retriesDone: 0 });
    if (this.cardWorks) this.#paid(subscription.id, renewed);
    else {
      subscription.status = "past_due";
      const from = at(renewed.periodStart);
      this.stretches.push({ purchase: subscription.id, from, to: from + renewalRetryDays * dayMs, void: false });
    }
    return true;
  }

  #retry(subscription: Subscription, now: number): boolean {
    const days = retryDays[subscription.retriesDone];
    if (days === undefined || at(subscription.periodStart) + days * dayMs > now) return false;
    subscription.retriesDone += 1;
    const grace = this.stretches.findLast(({ purchase }) => purchase === subscription.id);
    if (this.cardWorks && grace) {
      subscription.status = "active";
      grace.to = at(subscription.periodEnd);
    } else if (subscription.retriesDone === retryDays.length) {
      subscription.status = "canceled";
    }
    return true;
  }
}

/** The model behind the interface that the handlers know; `delay` comes before and after each call takes effect. */
export function paymentsOf(model: StripeModel, delay: (what: string) => Promise<void>): Payments {
  const call = async <Result>(what: string, work: () => Result): Promise<Result> => {
    await delay(`${what} asked`);
    const result = work();
    await delay(`${what} answered`);
    return result;
  };
  return {
    createCustomer: () => call("createCustomer", () => "cus_1"),
    billingOf: () => call("billingOf", () => model.billing()),
    openCheckout: (_customer, _user, choice) =>
      call("openCheckout", () => {
        model.openPage(choice);
        return "https://pay.example/";
      }),
    changePlan: (id, plan) => call("changePlan", () => model.changePlan(id, plan)),
    setEnding: (id, ending) => call("setEnding", () => model.setEnding(id, ending)),
    undo: (id) => call("undo", () => model.undo(id)),
    closeCustomer: () => Promise.reject(new Error("The model's learner stays")),
    openPortal: () => call("openPortal", () => "https://portal.example/"),
    readEvent: () => Promise.reject(new Error("The model delivers no webhooks")),
  };
}
