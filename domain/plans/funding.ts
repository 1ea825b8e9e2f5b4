/** In US cents. `returned` was refunded or disputed. Money of a failed refund or a won dispute is `kept`. */
export type Money = { kept: number; returned: number };

export type Funding = { paid: Money; credit: Money };

/** `cents` is the change of the customer's credit, in US cents: negative if the bill used credit. */
export type Bill = {
  kind: "bill";
  purchaseId: string;
  periodEnd: string;
  isPaid: boolean;
  payments: Money;
  cents: number;
};

/**
 * `cents` are US cents and are added to the customer's credit unless noted.
 * - `moved`: money of a plan's latest period became credit for the plan's next period.
 * - `restored`: credit used for a plan's latest period was restored, because the plan was cancelled and refunded.
 * - `withheld`: credit from returned payments was withheld. `cents` are subtracted. A negative number restores credit.
 * - `adjusted`: any other change, such as credit from the operator.
 */
export type LedgerEntry =
  | Bill
  | { kind: "moved" | "restored"; purchaseId: string; cents: number }
  | { kind: "withheld"; cents: number }
  | { kind: "adjusted"; cents: number };

export type FundedPeriod = Pick<Bill, "purchaseId" | "periodEnd" | "isPaid"> & { funding: Funding };

const noMoney = (): Money => ({ kept: 0, returned: 0 });

export const sumMoney = ({ kept, returned }: Money): number => kept + returned;

export function totalMoney({ paid, credit }: Funding): Money {
  return { kept: paid.kept + credit.kept, returned: paid.returned + credit.returned };
}

/**
 * With a low limit, a small refund as a courtesy could end a plan. If all money had to be returned, a learner
 * could keep a month for one cent.
 */
export function isMostlyReturned({ kept, returned }: Money): boolean {
  return returned > kept;
}

/** Returns the cents that `from` lacked. */
function moveMoney(cents: number, from: Money, to: Money, sort: keyof Money): number {
  const moved = Math.min(cents, Math.max(0, from[sort]));
  from[sort] -= moved;
  to[sort] += moved;
  return cents - moved;
}

class CreditAccount {
  readonly credit = noMoney();
  readonly periods: FundedPeriod[] = [];
  /** Money by the id of the plan whose next period the money pays for. */
  readonly moved = new Map<string, Money>();
  withheld = 0;

  getOrCreatePeriod(bill: Bill): FundedPeriod {
    const known = this.periods.find(
      ({ purchaseId, periodEnd }) => purchaseId === bill.purchaseId && periodEnd === bill.periodEnd,
    );
    if (known) return known;
    const { purchaseId, periodEnd } = bill;
    const period = { purchaseId, periodEnd, isPaid: false, funding: { paid: noMoney(), credit: noMoney() } };
    this.periods.push(period);
    return period;
  }

  latestPeriod(purchase: string): FundedPeriod | undefined {
    return this.periods.findLast(({ purchaseId }) => purchaseId === purchase);
  }

  /** Spends kept money first, so that returned money can be withheld without ending a plan. */
  spend(cents: number, { credit }: Funding): void {
    const unsourced = moveMoney(moveMoney(cents, this.credit, credit, "kept"), this.credit, credit, "returned");
    // If the bill used more credit than the customer had, the difference is a debt, which later credit settles.
    this.credit.kept -= unsourced;
    credit.kept += unsourced;
  }

  /** Takes returned money first, so that it can be withheld without ending a plan. */
  turnIntoCredit(cents: number, { paid, credit }: Funding, to = this.credit): void {
    let left = cents;
    for (const sort of ["returned", "kept"] as const) {
      for (const from of [paid, credit]) left = moveMoney(left, from, to, sort);
    }
    to.kept += left;
  }

  /** Returns the cents that the moved money does not cover. */
  spendMoved(cents: number, purchase: string, { paid }: Funding): number {
    const moved = this.moved.get(purchase);
    return moved ? moveMoney(moveMoney(cents, moved, paid, "kept"), moved, paid, "returned") : cents;
  }

  bill(bill: Bill): void {
    const period = this.getOrCreatePeriod(bill);
    const { paid } = period.funding;
    paid.kept += bill.payments.kept;
    paid.returned += bill.payments.returned;
    period.isPaid ||= bill.isPaid;
    if (bill.cents < 0) this.spend(this.spendMoved(-bill.cents, bill.purchaseId, period.funding), period.funding);
    else this.turnIntoCredit(bill.cents, period.funding);
  }

  restore(cents: number, credit: Money): void {
    const unsourced = moveMoney(moveMoney(cents, credit, this.credit, "kept"), credit, this.credit, "returned");
    this.credit.kept += unsourced;
  }

  add(entry: LedgerEntry): void {
    switch (entry.kind) {
      case "bill":
        this.bill(entry);
        return;
      case "moved": {
        const moved = noMoney();
        this.turnIntoCredit(
          entry.cents,
          this.latestPeriod(entry.purchaseId)?.funding ?? { paid: noMoney(), credit: noMoney() },
          moved,
        );
        this.moved.set(entry.purchaseId, moved);
        return;
      }
      case "restored":
        this.restore(entry.cents, this.latestPeriod(entry.purchaseId)?.funding.credit ?? noMoney());
        return;
      case "withheld":
        this.withheld += entry.cents;
        return;
      case "adjusted":
        this.credit.kept += entry.cents;
        return;
    }
  }
}

/**
 * `excessCents` is credit from returned payments that must still be withheld, so that this credit buys no plan. A
 * negative number means that too much is withheld, for example after a won dispute.
 */
export function traceFunding(ledger: readonly LedgerEntry[]): { periods: FundedPeriod[]; excessCents: number } {
  const account = new CreditAccount();
  for (const entry of ledger) account.add(entry);
  return { periods: account.periods, excessCents: account.credit.returned - account.withheld };
}

/** @param periodStart start of the plan's current period, ISO 8601 */
export function currentFunding(
  periods: readonly FundedPeriod[],
  purchase: string,
  periodStart: string,
): { funding: Funding; isPaid: boolean } {
  const present = periods.filter(
    ({ purchaseId, periodEnd }) => purchaseId === purchase && Date.parse(periodEnd) > Date.parse(periodStart),
  );
  const total = (part: keyof Funding, sort: keyof Money) =>
    present.reduce((cents, { funding }) => cents + funding[part][sort], 0);
  const money = (part: keyof Funding) => ({ kept: total(part, "kept"), returned: total(part, "returned") });
  return {
    funding: { paid: money("paid"), credit: money("credit") },
    isPaid: present.some(({ isPaid }) => isPaid),
  };
}
