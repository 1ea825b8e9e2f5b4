import { Refusal } from "../../domain/http/refusal.ts";
import { oneMonthAfter } from "../../domain/plans/entitlement.ts";
import { currentFunding, type LedgerEntry, traceFunding } from "../../domain/plans/funding.ts";
import { type PaidPlanType, planCatalogue } from "../../domain/plans/plan.ts";
import {
  type CustomerBilling,
  isLiveRecurring,
  type RecurringPurchase,
  type SinglePurchase,
} from "../../domain/plans/purchase.ts";
import type { PlanChoice } from "../../lambdas/payments/payment-provider.ts";
import { Balances, type Movement, type Payment, returnedPart } from "./balances.ts";
import { findSupersededMonths, isPaidFor, isStretchReversed, type Stretch, unusedCents } from "./paid-time.ts";

const dayMs = 86_400_000;
const retryDays = [3, 5, 7, 14];

type Subscription = Omit<RecurringPurchase, "funding" | "isPeriodPaid" | "firstPaidAt"> & { retriesDone: number };
/** `creditCents` is added to the customer's credit, and is negative if the bill uses credit. */
type Bill = {
  kind: "bill";
  stretch: Stretch;
  status: "open" | "paid" | "void";
  payment: Payment | null;
  creditCents: number;
};
type Entry = Bill | { kind: "restored"; stretch: Stretch; cents: number } | { kind: "withheld"; cents: number };
type Page = PlanChoice & { open: boolean; openedAt: number };

const at = (instant: string) => Date.parse(instant);
const iso = (ms: number) => new Date(ms).toISOString();
const graceMs = 14 * dayMs;
const yearMs = 365 * dayMs;
/**
 * A smaller amount is added to the next bill:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minChargeCents = 50;
const centsOf = (plan: PaidPlanType) => planCatalogue.find(({ type }) => type === plan)?.monthlyCents ?? 0;

/** A model of the payment provider with one customer. */
export class StripeModel {
  cardWorks = true;
  creditCents = 0;
  /** The delay of the provider's due actions. */
  lateMs = 0;
  /** True if the customer's credit was ever negative. */
  hasOwed = false;
  readonly subscriptions: Subscription[] = [];
  readonly singles: SinglePurchase[] = [];
  readonly pages: Page[] = [];
  readonly stretches: Stretch[] = [];
  readonly #entries: Entry[] = [];
  readonly #disputedMonths = new Set<string>();
  #ids = 0;
  readonly #now: () => number;
  readonly #changed: () => void;

  /** @param changed runs after each change for which the provider would send an event */
  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  billing(): CustomerBilling {
    const { periods, excessCents } = traceFunding(this.#ledger());
    const recurring = this.subscriptions.map(({ retriesDone: _, ...purchase }) => {
      const { funding, isPaid } = currentFunding(periods, purchase.id, purchase.periodStart);
      return {
        ...purchase,
        funding,
        isPeriodPaid: isPaid || this.#lastStretch(purchase) === undefined,
        firstPaidAt: purchase.createdAt,
      };
    });
    const { singles: single, creditCents } = this;
    return structuredClone({ recurring, single, creditCents, excessCreditCents: excessCents, pending: [] });
  }

  purses(): Balances {
    return new Balances(
      this.#entries.flatMap((entry): Movement[] => {
        if (entry.kind === "withheld" || (entry.kind === "bill" && entry.status === "void")) return [];
        const period = entry.stretch.id;
        if (entry.kind === "restored") return [{ kind: "restored", period, cents: entry.cents }];
        const { payment, creditCents: cents } = entry;
        const moved: Movement =
          cents < 0 ? { kind: "spent", period, cents: -cents } : { kind: "earned", period, cents };
        return payment ? [{ kind: "paid", period, payment }, moved] : [moved];
      }),
    );
  }

  #ledger(): LedgerEntry[] {
    return this.#entries.flatMap((entry): LedgerEntry[] => {
      if (entry.kind === "withheld") return [entry];
      const purchaseId = entry.stretch.purchase;
      if (entry.kind === "restored") return [{ kind: "restored", purchaseId, cents: entry.cents }];
      if (entry.status === "void") return [];
      const { payment, creditCents: cents, status } = entry;
      const returned = payment ? returnedPart(payment) : 0;
      const payments = { kept: (payment?.cents ?? 0) - returned, returned };
      const periodEnd = iso(entry.stretch.periodEnd);
      return [{ kind: "bill", purchaseId, periodEnd, isPaid: status === "paid", payments, cents }];
    });
  }

  isPaidFor(): boolean {
    return isPaidFor(this.#now(), this.stretches, this.singles, this.purses());
  }

  monthsForNothing() {
    const [plan] = this.live().filter(({ endsAt }) => endsAt === null);
    const lasting = plan && {
      id: plan.id,
      renewsAt: Math.min(at(plan.periodEnd), this.#lastStretch(plan)?.to ?? Number.POSITIVE_INFINITY),
    };
    return findSupersededMonths(this.#now(), lasting, this.singles, this.stretches);
  }

  unusedCents(): number {
    return unusedCents(this.#now(), this.stretches, this.purses());
  }

  withheldCents(): number {
    return this.#entries.reduce((sum, entry) => sum + (entry.kind === "withheld" ? entry.cents : 0), 0);
  }

  isAwaitingRenewal(): boolean {
    const purses = this.purses();
    return this.live().some((plan) => {
      const stretch = this.#lastStretch(plan);
      const isPaid = plan.status !== "past_due" && !(stretch && isStretchReversed(stretch, purses));
      return isPaid && plan.endsAt === null && at(plan.periodEnd) <= this.#now();
    });
  }

  live(): Subscription[] {
    return this.subscriptions.filter(isLiveRecurring);
  }

  pay(page: Page): boolean {
    if (!page.open || !this.cardWorks || this.#now() >= page.openedAt + dayMs) return false;
    page.open = false;
    const paidAt = iso(this.#now());
    if (page.billing === "once") {
      const month = { id: this.#id("pi"), plan: page.plan, paidAt, cents: centsOf(page.plan) };
      this.singles.push({ ...month, returnedCents: 0, supersededAt: null });
    } else {
      const waits = page.firstBilledAt !== undefined;
      const period = { periodStart: paidAt, periodEnd: page.firstBilledAt ?? oneMonthAfter(paidAt) };
      const purchase = {
        id: this.#id("sub"),
        plan: page.plan,
        createdAt: paidAt,
        endsAt: null,
        retriesDone: 0,
        dueCents: 0,
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

  #payments(): Payment[] {
    return this.stretches.flatMap(({ payments }) => payments).toReversed();
  }

  refund(which: number, share: number): void {
    const payments = this.#payments().filter(({ cents, refunded, disputed }) => refunded < cents && disputed === 0);
    const months = this.singles.filter(
      ({ id, cents, returnedCents }) => returnedCents < cents && !this.#disputedMonths.has(id),
    );
    const chosen = [...payments, ...months][which % Math.max(1, payments.length + months.length)];
    if (!chosen) return;
    if ("paidAt" in chosen) chosen.returnedCents += Math.ceil((chosen.cents - chosen.returnedCents) * share);
    else chosen.refunded += Math.ceil((chosen.cents - chosen.refunded) * share);
    this.#changed();
  }

  dispute(which: number): void {
    const payments = this.#payments().filter(({ refunded, disputed }) => refunded === 0 && disputed === 0);
    const months = this.singles.filter(({ returnedCents }) => returnedCents === 0);
    const chosen = [...payments, ...months][which % Math.max(1, payments.length + months.length)];
    if (!chosen) return;
    if ("paidAt" in chosen) {
      chosen.returnedCents = chosen.cents;
      this.#disputedMonths.add(chosen.id);
    } else chosen.disputed = chosen.cents;
    this.#changed();
  }

  winDispute(which: number): boolean {
    const payments = this.#payments().filter(({ disputed }) => disputed > 0);
    const months = this.singles.filter(({ id }) => this.#disputedMonths.has(id));
    const chosen = [...payments, ...months][which % Math.max(1, payments.length + months.length)];
    if (!chosen) return false;
    if ("paidAt" in chosen) {
      chosen.returnedCents = 0;
      this.#disputedMonths.delete(chosen.id);
    } else chosen.disputed = 0;
    this.#changed();
    return true;
  }

  /** Runs every due renewal, retry and end. */
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
    // A change during a trial charges nothing. Otherwise, a difference in the learner's favour becomes credit.
    const stretch = subscription.status === "trialing" ? undefined : this.#lastStretch(subscription);
    let charged = 0;
    if (stretch) {
      charged = this.#due(cents);
      const payment = charged > 0 ? this.#payment(charged) : null;
      if (payment) stretch.payments.push(payment);
      this.#enter({ kind: "bill", stretch, status: "paid", payment, creditCents: charged - cents });
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
    if (stretch) {
      for (const payment of stretch.payments) payment.refunded = payment.cents - payment.disputed;
      stretch.to = Math.min(stretch.to, this.#now());
      stretch.undone = true;
      if (stretch.paid) this.#enter({ kind: "restored", stretch, cents: this.purses().creditSpentOn(stretch.id) });
    }
    this.#cancel(subscription, this.#now());
    this.forgive(id);
    this.#changed();
  }

  forgive(id: string): void {
    const subscription = this.subscriptions.find((one) => one.id === id);
    const bill = subscription && this.#openBill(subscription);
    if (!subscription || !bill) return;
    bill.status = "void";
    this.creditCents -= bill.creditCents;
    subscription.dueCents = 0;
    this.#changed();
  }

  /** Withholds credit that came from returned payments. */
  withhold(): void {
    const { excessCents } = traceFunding(this.#ledger());
    if (excessCents === 0) return;
    this.#enter({ kind: "withheld", cents: excessCents });
    this.#changed();
  }

  refundRest(id: string, because: "superseded" | "mostlyReturned"): void {
    const month = this.singles.find((one) => one.id === id);
    if (!month || month.returnedCents === month.cents) return;
    month.returnedCents = month.cents;
    if (because === "superseded") month.supersededAt = iso(this.#now());
    this.#changed();
  }

  closePages(): void {
    for (const page of this.pages) page.open = false;
  }

  onPortal(what: "cancel" | "resume" | "pay"): void {
    for (const plan of this.live()) {
      if (what === "cancel" && plan.endsAt === null) this.setEnding(plan.id, true);
      if (what === "resume" && plan.endsAt !== null) this.setEnding(plan.id, false);
      // The payment uses another card, which works.
      if (what === "pay") this.cardWorks = true;
      if (what === "pay") this.#collect(plan);
    }
  }

  openPage(choice: PlanChoice): Page {
    // The provider refuses a trial of less than 48 hours.
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

  #payment(cents: number): Payment {
    return { id: this.#id("pi"), cents, refunded: 0, disputed: 0 };
  }

  #due(cents: number): number {
    const due = Math.max(0, cents - this.creditCents);
    return due < minChargeCents ? 0 : due;
  }

  #enter(entry: Entry): void {
    this.#entries.push(entry);
    const credit = { bill: 1, restored: 1, withheld: -1 } as const;
    this.creditCents += credit[entry.kind] * (entry.kind === "bill" ? entry.creditCents : entry.cents);
    this.hasOwed ||= this.creditCents < 0;
  }

  #openBill({ id }: Subscription): Bill | undefined {
    const bills = this.#entries.filter((entry) => entry.kind === "bill");
    return bills.find(({ stretch, status }) => stretch.purchase === id && status === "open");
  }

  /** A learner has at most two weeks of unpaid access in a year. */
  #graceMs(start: number): number {
    const unpaid = this.stretches.filter(({ paid, from }) => !paid && from > start - yearMs && from < start);
    const used = unpaid.reduce((sum, { purchase, from, to }) => {
      const plan = this.subscriptions.find(({ id }) => id === purchase);
      return sum + Math.max(0, Math.min(to, plan?.endsAt ? at(plan.endsAt) : to) - from);
    }, 0);
    return Math.max(0, graceMs - used);
  }

  #bill(subscription: Subscription): void {
    const price = centsOf(subscription.plan);
    const due = this.#due(price);
    Object.assign(subscription, { dueCents: due, retriesDone: 0, status: "past_due" });
    const from = at(subscription.periodStart);
    const stretch: Stretch = {
      id: this.#id("period"),
      purchase: subscription.id,
      from,
      to: from + this.#graceMs(from),
      periodEnd: at(subscription.periodEnd),
      payments: [],
      prices: [{ from, cents: price }],
      paid: false,
      undone: false,
    };
    this.stretches.push(stretch);
    this.#enter({ kind: "bill", stretch, status: "open", payment: null, creditCents: due - price });
    if (this.cardWorks || due === 0) this.#collect(subscription);
  }

  #collect(subscription: Subscription): void {
    const stretch = this.#lastStretch(subscription);
    const bill = this.#openBill(subscription);
    if (subscription.status !== "past_due" || !stretch || !bill) return;
    const { dueCents } = subscription;
    const payment = dueCents > 0 ? this.#payment(dueCents) : null;
    if (payment) stretch.payments.push(payment);
    Object.assign(bill, { status: "paid", payment });
    Object.assign(stretch, { to: stretch.periodEnd, paid: true });
    Object.assign(subscription, { status: "active", dueCents: 0 });
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
