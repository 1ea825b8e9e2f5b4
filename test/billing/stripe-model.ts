import { oneMonthAfter } from "../../domain/entitlement.ts";
import { type PaidPlanType, planCatalogue } from "../../domain/plan.ts";
import {
  type CustomerBilling,
  isLiveRecurring,
  type RecurringPurchase,
  renewalRetryDays,
  type SinglePurchase,
} from "../../domain/purchase.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Choice } from "../../lambdas/payments/payments.ts";
import { isPaidFor, isVoid, monthsForNothing, type Stretch, unusedCents } from "./paid-time.ts";

const dayMs = 86_400_000;
const retryDays = [3, 5, 7, renewalRetryDays];

/** `creditUsed` is what was taken of the credit for the invoice that is open. */
type Subscription = Omit<RecurringPurchase, "payments"> & { retriesDone: number; creditUsed: number };
type Page = Choice & { open: boolean; openedAt: number };

const at = (instant: string) => Date.parse(instant);
const iso = (ms: number) => new Date(ms).toISOString();
const centsOf = (plan: PaidPlanType) => planCatalogue.find(({ type }) => type === plan)?.monthlyCents ?? 0;

/**
 * The payment provider as a model: one customer, a card that works or not, recurring and single purchases, and beside
 * them an account of what has been paid for, kept from the payments alone.
 */
export class StripeModel {
  cardWorks = true;
  /** What the customer holds in credit, in cents. */
  creditCents = 0;
  /** How long after its time the provider does what is due, in ms. */
  lateMs = 0;
  readonly subscriptions: Subscription[] = [];
  readonly singles: SinglePurchase[] = [];
  readonly pages: Page[] = [];
  readonly stretches: Stretch[] = [];
  #ids = 0;
  readonly #now: () => number;
  readonly #changed: () => void;

  /** @param changed is called after each change, when the provider would send an event. */
  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  billing(): CustomerBilling {
    const recurring = this.subscriptions.map(({ retriesDone: _, creditUsed: __, ...purchase }) => ({
      ...purchase,
      payments: this.#lastStretch(purchase)?.payments ?? [],
    }));
    return structuredClone({ recurring, single: this.singles, creditCents: this.creditCents, pending: [] });
  }

  /** Whether what has been paid for covers this moment. */
  isPaidFor(): boolean {
    return isPaidFor(this.#now(), this.stretches, this.singles);
  }

  /** Months bought once for which money was kept and no time is given. */
  monthsForNothing() {
    const [plan] = this.live().filter(({ endsAt }) => endsAt === null);
    const lasting = plan && {
      id: plan.id,
      renewsAt: Math.min(at(plan.periodEnd), this.#lastStretch(plan)?.to ?? Number.POSITIVE_INFINITY),
    };
    return monthsForNothing(this.#now(), lasting, this.singles, this.stretches);
  }

  /** What was paid for plans that renew and is neither used nor given back, in cents. */
  unusedCents(): number {
    return unusedCents(this.#now(), this.stretches);
  }

  /** Whether a plan whose period is over is yet to be renewed: that the provider is late is not the learner's fault. */
  isAwaitingRenewal(): boolean {
    return this.live().some((plan) => {
      const stretch = this.#lastStretch(plan);
      const isPaid = plan.status !== "past_due" && !(stretch && isVoid(stretch));
      return isPaid && plan.endsAt === null && at(plan.periodEnd) <= this.#now();
    });
  }

  live(): Subscription[] {
    return this.subscriptions.filter(isLiveRecurring);
  }

  /** Pays on a page that is open, for a day at most; nothing happens on another, or with a card that fails. */
  pay(page: Page): boolean {
    if (!page.open || !this.cardWorks || this.#now() >= page.openedAt + dayMs) return false;
    page.open = false;
    const paidAt = iso(this.#now());
    if (page.billing === "once") {
      const month = { id: this.#id("pi"), plan: page.plan, paidAt, cents: centsOf(page.plan) };
      this.singles.push({ ...month, reversed: false, givenBackAt: null });
    } else {
      const waits = page.firstBilledAt !== undefined;
      const period = { periodStart: paidAt, periodEnd: page.firstBilledAt ?? oneMonthAfter(paidAt) };
      const purchase = {
        id: this.#id("sub"),
        plan: page.plan,
        createdAt: paidAt,
        endsAt: null,
        retriesDone: 0,
        owedCents: 0,
        creditUsed: 0,
        ...period,
      };
      const billedFrom = page.firstBilledAt ?? paidAt;
      const made: Subscription = { ...purchase, billedFrom, status: waits ? "trialing" : "active" };
      this.subscriptions.push(made);
      if (!waits) this.#bill(made);
    }
    this.#changed();
    return true;
  }

  /** Gives one of the payments of the present periods, or of months bought once, back. */
  refund(which: number): void {
    const ofPlans = this.live().flatMap((plan) => this.#lastStretch(plan)?.payments ?? []);
    const payments = [...ofPlans, ...this.singles].filter(({ reversed }) => !reversed);
    const payment = payments[which % Math.max(1, payments.length)];
    if (!payment) return;
    payment.reversed = true;
    this.#changed();
  }

  /** Renews, retries and ends everything that has come due. */
  settle(): void {
    for (const subscription of this.subscriptions) while (this.#step(subscription)) this.#changed();
  }

  setEnding(id: string, ending: boolean): void {
    const subscription = this.#running(id);
    subscription.endsAt = ending ? subscription.periodEnd : null;
    this.#changed();
  }

  changePlan(id: string, plan: PaidPlanType): number {
    const subscription = this.#running(id);
    if (!this.cardWorks) throw new Refusal("payment_declined", "declined");
    const left =
      (at(subscription.periodEnd) - this.#now()) / (at(subscription.periodEnd) - at(subscription.periodStart));
    const cents = Math.round((centsOf(plan) - centsOf(subscription.plan)) * left);
    // Nothing is charged during a trial, and a difference in the learner's favour is kept as credit.
    const stretch = subscription.status === "trialing" ? undefined : this.#lastStretch(subscription);
    const charged = stretch ? Math.max(0, cents - this.creditCents) : 0;
    if (stretch) {
      if (charged > 0) stretch.payments.push({ cents: charged, reversed: false });
      this.creditCents -= cents - charged;
      stretch.creditMoved -= cents - charged;
      stretch.prices.push({ from: this.#now(), cents: centsOf(plan) });
    }
    subscription.endsAt = null;
    subscription.plan = plan;
    this.#changed();
    return charged;
  }

  undo(id: string): void {
    const subscription = this.subscriptions.find((one) => one.id === id);
    if (!subscription || subscription.status === "canceled") return;
    const stretch = this.#lastStretch(subscription);
    for (const payment of stretch?.payments ?? []) payment.reversed = true;
    if (stretch) {
      stretch.to = Math.min(stretch.to, this.#now());
      stretch.undone = true;
      this.creditCents -= stretch.creditMoved;
    }
    this.#cancel(subscription, this.#now());
    this.forgive(id);
    this.#changed();
  }

  /** Asks for what is open no more; what it took of the credit comes back. */
  forgive(id: string): void {
    const subscription = this.subscriptions.find((one) => one.id === id);
    if (!subscription || subscription.owedCents === 0) return;
    this.creditCents += subscription.creditUsed;
    Object.assign(subscription, { owedCents: 0, creditUsed: 0 });
    this.#changed();
  }

  giveBack(id: string): void {
    const month = this.singles.find((one) => one.id === id);
    if (!month || month.reversed) return;
    Object.assign(month, { reversed: true, givenBackAt: iso(this.#now()) });
    this.#changed();
  }

  closePages(): void {
    for (const page of this.pages) page.open = false;
  }

  /** What a customer does on the provider's own page. */
  onPortal(what: "cancel" | "resume" | "pay"): void {
    for (const plan of this.live()) {
      if (what === "cancel" && plan.endsAt === null) this.setEnding(plan.id, true);
      if (what === "resume" && plan.endsAt !== null) this.setEnding(plan.id, false);
      // With another card, that works.
      if (what === "pay") this.cardWorks = true;
      if (what === "pay") this.#collect(plan);
    }
  }

  openPage(choice: Choice): Page {
    // The provider takes no trial that ends within 48 hours.
    if (choice.firstBilledAt !== undefined && at(choice.firstBilledAt) < this.#now() + 2 * dayMs) {
      throw new Refusal("checkout_under_way", "The trial would end too soon");
    }
    const isSame = (page: Page) =>
      page.plan === choice.plan && page.billing === choice.billing && page.firstBilledAt === choice.firstBilledAt;
    const reusable = this.pages.find((page) => page.open && this.#now() < page.openedAt + dayMs && isSame(page));
    for (const page of this.pages) if (page !== reusable) page.open = false;
    if (reusable) return reusable;
    const page = { ...choice, open: true, openedAt: this.#now() };
    this.pages.push(page);
    return page;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${String(this.#ids).padStart(4, "0")}`;
  }

  #running(id: string): Subscription {
    const subscription = this.subscriptions.find((one) => one.id === id && one.status !== "canceled");
    if (!subscription) throw new Refusal("no_active_plan", "ended");
    return subscription;
  }

  #lastStretch({ id }: Pick<Subscription, "id">): Stretch | undefined {
    return this.stretches.findLast(({ purchase }) => purchase === id);
  }

  /** Asks for the price of a period, less the credit. A card that fails leaves the payment open. */
  #bill(subscription: Subscription): void {
    const price = centsOf(subscription.plan);
    const creditUsed = Math.min(price, this.creditCents);
    this.creditCents -= creditUsed;
    Object.assign(subscription, { owedCents: price - creditUsed, creditUsed, retriesDone: 0, status: "past_due" });
    const from = at(subscription.periodStart);
    const to = from + renewalRetryDays * dayMs;
    const ends = { to, periodEnd: at(subscription.periodEnd) };
    const stretch = { payments: [], prices: [{ from, cents: price }], paid: false, undone: false, creditMoved: 0 };
    this.stretches.push({ purchase: subscription.id, from, ...ends, ...stretch });
    if (this.cardWorks || subscription.owedCents === 0) this.#collect(subscription);
  }

  /** Collects what is open. */
  #collect(subscription: Subscription): void {
    const stretch = this.#lastStretch(subscription);
    if (subscription.status !== "past_due" || !stretch) return;
    const { owedCents, creditUsed } = subscription;
    if (owedCents > 0) stretch.payments.push({ cents: owedCents, reversed: false });
    Object.assign(stretch, { to: stretch.periodEnd, paid: true, creditMoved: -creditUsed });
    Object.assign(subscription, { status: "active", owedCents: 0, creditUsed: 0 });
    this.#changed();
  }

  #cancel(subscription: Subscription, ms: number): void {
    subscription.status = "canceled";
    subscription.endsAt = iso(ms);
  }

  #step(subscription: Subscription): boolean {
    const now = this.#now() - this.lateMs;
    if (subscription.status === "past_due") return this.#retry(subscription, now);
    if (subscription.status === "canceled" || at(subscription.periodEnd) > now) return false;
    if (subscription.endsAt !== null) {
      this.#cancel(subscription, at(subscription.endsAt));
      return true;
    }
    const renewed = { periodStart: subscription.periodEnd, periodEnd: oneMonthAfter(subscription.periodEnd) };
    Object.assign(subscription, renewed);
    this.#bill(subscription);
    return true;
  }

  #retry(subscription: Subscription, now: number): boolean {
    const days = retryDays[subscription.retriesDone];
    if (days === undefined || at(subscription.periodStart) + days * dayMs > now) return false;
    subscription.retriesDone += 1;
    if (this.cardWorks) this.#collect(subscription);
    else if (subscription.retriesDone === retryDays.length) {
      this.#cancel(subscription, at(subscription.periodStart) + days * dayMs);
    }
    return true;
  }
}
