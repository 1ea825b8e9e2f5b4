import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  continuousEntitlements,
  type Entitlement,
  firstBilledAt,
  isFollowedByMonth,
  isRunning,
  monthsPaidUntil,
  oneMonthAfter,
} from "../../../domain/plans/entitlement.ts";
import type { SinglePurchase } from "../../../domain/plans/purchase.ts";
import { aBilling, aRecurringPurchase } from "./purchases.ts";

describe("oneMonthAfter", () => {
  test.each([
    ["2027-01-15T10:30:15.250Z", "2027-02-15T10:30:15.250Z"],
    ["2027-01-28T10:00:00.000Z", "2027-02-28T10:00:00.000Z"],
    ["2027-01-29T10:00:00.000Z", "2027-02-28T10:00:00.000Z"],
    ["2027-01-31T23:59:59.999Z", "2027-02-28T23:59:59.999Z"],
    ["2028-01-29T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["2028-01-31T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["2028-02-29T00:00:00.000Z", "2028-03-29T00:00:00.000Z"],
    ["2100-01-30T00:00:00.000Z", "2100-02-28T00:00:00.000Z"],
    ["2027-03-31T00:00:00.000Z", "2027-04-30T00:00:00.000Z"],
    ["2027-12-31T10:00:00.000Z", "2028-01-31T10:00:00.000Z"],
    ["2027-12-31T10:00:00Z", "2028-01-31T10:00:00.000Z"],
  ])("turns %s into %s", (from, to) => {
    expect(oneMonthAfter(from)).toBe(to);
  });

  test("returns the same time of day in the next month, 28 to 31 days later", () => {
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2120-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (from) => {
        const to = new Date(oneMonthAfter(from.toISOString()));
        const days = (to.getTime() - from.getTime()) / 86_400_000;
        expect([28, 29, 30, 31]).toContain(days);
        expect(to.getUTCMonth()).toBe((from.getUTCMonth() + 1) % 12);
      }),
    );
  });
});

describe("the access of a purchase", () => {
  const entitlement: Entitlement = {
    purchaseId: "sub_1",
    plan: "plus",
    recurring: true,
    startsAt: "2027-01-15T12:00:00.000Z",
    endsAt: "2027-02-15T12:00:00.000Z",
    ending: false,
    renewalFailed: false,
    paidFrom: "2027-01-15T12:00:00.000Z",
  };
  const month = { purchaseId: "pi_1", recurring: false } as const;
  test.each([
    ["from its start", {}, "2027-01-15T12:00:00.000Z", "2027-01-15T11:59:59.999Z"],
    ["until an hour after its end if it renews", {}, "2027-02-15T12:59:59.999Z", "2027-02-15T13:00:00.000Z"],
    ["until its end if it is cancelled", { ending: true }, "2027-02-15T11:59:59.999Z", "2027-02-15T12:00:00.000Z"],
    [
      "until its end if its renewal failed",
      { renewalFailed: true },
      "2027-02-15T11:59:59.999Z",
      "2027-02-15T12:00:00.000Z",
    ],
    ["until its end if it is a single month", month, "2027-02-15T11:59:59.999Z", "2027-02-15T12:00:00.000Z"],
  ])("is granted %s, to the millisecond", (_, change, within, without) => {
    expect(isRunning({ ...entitlement, ...change }, new Date(within))).toBe(true);
    expect(isRunning({ ...entitlement, ...change }, new Date(without))).toBe(false);
  });
});

describe("for a renewing plan,", () => {
  const now = new Date("2027-01-15T12:00:00.000Z");
  test.each([
    ["at once if no paid months remain", null, null],
    ["at the end of the paid months", "2027-02-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
    ["at the end of paid months that last 49 more hours", "2027-01-17T13:00:00.000Z", "2027-01-17T13:00:00.000Z"],
    ["at once if the paid months end in less than 49 hours", "2027-01-17T12:59:59.999Z", null],
    ["at once if the paid months have ended", "2027-01-15T12:00:00.000Z", null],
  ])("the first bill is due %s", (_, end, billed) => {
    expect(firstBilledAt(end, now)).toBe(billed);
  });

  const month = (id: string, paidAt: string, returnedCents = 0) =>
    ({ id, plan: "plus", paidAt, cents: 999, returnedCents, supersededAt: null }) as const;
  const until = (...single: ReturnType<typeof month>[]) =>
    monthsPaidUntil({ recurring: [], single, creditCents: 0, excessCreditCents: 0, pending: [] }, now);
  test("monthsPaidUntil returns the end of the months that are paid without a gap", () => {
    const [running, next] = [month("pi_1", "2027-01-10T00:00:00.000Z"), month("pi_2", "2027-01-12T00:00:00.000Z")];
    expect(until()).toBeNull();
    expect(until(month("pi_0", "2026-12-01T00:00:00.000Z"))).toBeNull();
    expect(until(running, next)).toBe("2027-03-10T00:00:00.000Z");
    expect(until({ ...running, returnedCents: 999 }, next)).toBe("2027-02-12T00:00:00.000Z");
  });
});

const day = (date: string) => `2027-${date}T00:00:00.000Z`;
const month = (id: string, paidAt: string): SinglePurchase => ({
  ...{ id, plan: "plus", paidAt: day(paidAt), cents: 999, returnedCents: 0, supersededAt: null },
});

describe("single months", () => {
  const january = aRecurringPurchase({ id: "sub_1", status: "canceled", endsAt: day("02-01") });
  const february = aRecurringPurchase({
    id: "sub_2",
    billedFrom: day("02-01"),
    periodEnd: day("03-01"),
    endsAt: day("03-01"),
  });

  test.each([
    ["in order of time", aBilling(january, february)],
    ["in another order", aBilling(february, january)],
  ])("paid during the first of two plans begin after the second, with the plans listed %s", (_order, plans) => {
    const billing = { ...plans, single: [month("pi_1", "01-15")] };
    expect(monthsPaidUntil(billing, new Date(day("03-02")))).toBe(day("04-01"));
    expect(monthsPaidUntil(billing, new Date(day("02-15")))).toBeNull();
  });

  test("follow each other in the order of payment, not in the order of the list", () => {
    const single = [month("pi_2", "01-20"), month("pi_1", "01-10"), month("pi_3", "01-25")];
    expect(monthsPaidUntil({ ...aBilling(), single }, new Date(day("01-15")))).toBe(day("04-10"));
  });

  test("follow a plan if they begin at its end or later", () => {
    const isBehind = (paidAt: string) =>
      isFollowedByMonth(february, { ...aBilling(february), single: [month("pi_1", paidAt)] });
    expect([isBehind("02-10"), isBehind("03-05"), isBehind("01-01")]).toEqual([true, true, false]);
    expect(isFollowedByMonth(february, aBilling(february))).toBe(false);
  });
});

describe("continuousEntitlements", () => {
  const from = (purchaseId: string, startsAt: string, endsAt: string): Entitlement => ({
    ...{ purchaseId, plan: "plus", recurring: false, startsAt: day(startsAt), endsAt: day(endsAt) },
    ...{ ending: false, renewalFailed: false, paidFrom: day(startsAt) },
  });
  const [first, second, third, late] = [
    from("pi_1", "01-01", "02-01"),
    from("pi_2", "02-01", "03-01"),
    from("pi_3", "02-15", "03-15"),
    from("pi_4", "03-16", "04-16"),
  ];

  test("returns purchases without a gap between them, earliest first", () => {
    const now = new Date(day("01-10"));
    for (const all of [
      [first, second, third, late],
      [late, third, second, first],
      [second, late, first, third],
    ]) {
      expect(continuousEntitlements(all, now)).toEqual([first, second, third]);
    }
  });

  test("leaves out past purchases, and returns none if no purchase is running", () => {
    expect(continuousEntitlements([first, second, third], new Date(day("02-01")))).toEqual([second, third]);
    expect(continuousEntitlements([second], new Date(day("01-31")))).toEqual([]);
    expect(continuousEntitlements([first], new Date(day("02-01")))).toEqual([]);
  });
});
