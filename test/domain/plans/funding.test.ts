import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  currentFunding,
  isMostlyReturned,
  type LedgerEntry,
  totalMoney,
  traceFunding,
} from "../../../domain/plans/funding.ts";

const january = "2027-02-01T00:00:00.000Z";
const february = "2027-03-01T00:00:00.000Z";

/** The payment is `kept + returned` cents, of which `returned` cents were refunded. */
const bill = (periodEnd: string, kept: number, returned: number, cents: number, purchaseId = "sub_1"): LedgerEntry => ({
  kind: "bill",
  purchaseId,
  periodEnd,
  isPaid: true,
  payments: { kept, returned },
  cents,
});
const fundingOf = (ledger: LedgerEntry[], periodStart: string) =>
  currentFunding(traceFunding(ledger).periods, "sub_1", periodStart).funding;

test.each([
  [{ kept: 999, returned: 0 }, false],
  [{ kept: 500, returned: 500 }, false],
  [{ kept: 499, returned: 500 }, true],
  [{ kept: 0, returned: 0 }, false],
])("isMostlyReturned of %o is %s", (money, expected) => {
  expect(isMostlyReturned(money)).toBe(expected);
});

test("totalMoney adds the payments and the credit of a period", () => {
  const funding = { paid: { kept: 1, returned: 20 }, credit: { kept: 300, returned: 4000 } };
  expect(totalMoney(funding)).toEqual({ kept: 301, returned: 4020 });
});

describe("the funding of a plan that changed from Premium to Plus", () => {
  const history = (returned: number) => [
    bill(january, 2999 - returned, returned, 0),
    bill(january, 0, 0, 2000),
    bill(february, 0, 0, -999),
  ];

  test("has no excess credit if the payment was not refunded", () => {
    expect(traceFunding(history(0)).excessCents).toBe(0);
    expect(fundingOf(history(0), january)).toEqual({
      paid: { kept: 0, returned: 0 },
      credit: { kept: 999, returned: 0 },
    });
  });

  test("counts as returned if the payment is returned", () => {
    expect(traceFunding(history(2999)).excessCents).toBe(1001);
    expect(fundingOf(history(2999), january).credit).toEqual({ kept: 0, returned: 999 });
  });

  test("is kept in full if the refund does not exceed the unspent credit", () => {
    expect(traceFunding(history(1001)).excessCents).toBe(1001);
    expect(fundingOf(history(1001), january).credit).toEqual({ kept: 999, returned: 0 });
  });
});

test("currentFunding counts only the bills of the given plan", () => {
  const { periods } = traceFunding([bill(january, 999, 0, 0), bill(january, 1999, 0, 0, "sub_2")]);
  const paidFor = (purchase: string) => currentFunding(periods, purchase, "2027-01-01T00:00:00.000Z");
  expect(paidFor("sub_1").funding.paid).toEqual({ kept: 999, returned: 0 });
  expect(paidFor("sub_2").funding.paid).toEqual({ kept: 1999, returned: 0 });
  expect(paidFor("sub_3")).toMatchObject({ funding: { paid: { kept: 0, returned: 0 } }, isPaid: false });
});

test("traceFunding counts moved money only in the later period", () => {
  const moved: LedgerEntry = { kind: "moved", purchaseId: "sub_1", cents: 999 };
  const ledger = [bill(january, 999, 0, 0), moved, bill(february, 0, 0, -999)];
  const [first, second] = traceFunding(ledger).periods;
  expect(first?.funding.paid).toEqual({ kept: 0, returned: 0 });
  expect(second?.funding).toEqual({ paid: { kept: 999, returned: 0 }, credit: { kept: 0, returned: 0 } });
});

test("traceFunding counts the refunded part of restored credit as excess", () => {
  const used = [bill(january, 1999, 1000, 0), bill(january, 0, 0, 2000), bill(february, 0, 0, -1500)];
  // The credit has 1000 kept and 1000 returned cents. The plan spends 1500: the kept cents, and 500 returned cents.
  expect(traceFunding(used).excessCents).toBe(500);
  const restored: LedgerEntry = { kind: "restored", purchaseId: "sub_1", cents: 1500 };
  expect(traceFunding([...used, restored]).excessCents).toBe(1000);
});

test("traceFunding settles a debt from the next payment", () => {
  // 30 cents were too little to charge, so the next payment included them.
  const ledger = [bill(january, 0, 0, -30), bill(february, 1029, 0, 30), bill(february, 0, 0, 500)];
  expect(fundingOf(ledger, january).paid).toEqual({ kept: 499, returned: 0 });
  expect(traceFunding(ledger).excessCents).toBe(0);
});

test("traceFunding never creates or loses a cent", () => {
  const cents = fc.nat(3000);
  const payment = fc.record({ kept: cents, returned: cents });
  const steps = fc.array(fc.record({ payment, share: fc.integer({ min: -100, max: 100 }) }), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (list) => {
      let credit = 0;
      const ledger = list.map(({ payment: { kept, returned }, share }, nth) => {
        const change = Math.trunc(((share < 0 ? credit : kept + returned) * share) / 100);
        credit += change;
        return bill(new Date(Date.UTC(2027, nth + 1)).toISOString(), kept, returned, change);
      });
      const { periods, excessCents } = traceFunding(ledger);
      const total = (sort: "kept" | "returned") =>
        periods.reduce((sum, { funding }) => sum + funding.paid[sort] + funding.credit[sort], 0);
      const paid = (sort: "kept" | "returned") => list.reduce((sum, one) => sum + one.payment[sort], 0);
      expect(total("kept") + total("returned") + credit).toBe(paid("kept") + paid("returned"));
      expect(total("returned") + excessCents).toBe(paid("returned"));
      expect(excessCents).toBeLessThanOrEqual(credit);
      expect(traceFunding([...ledger, { kind: "withheld", cents: excessCents }]).excessCents).toBe(0);
    }),
  );
});
