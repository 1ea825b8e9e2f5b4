import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneMonthAfter } from "../../domain/grant.ts";

describe("one month after", () => {
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
  ])("%s is %s", (from, to) => {
    expect(oneMonthAfter(from)).toBe(to);
  });

  test("any instant comes the same time of day, 28 to 31 days later, in the next month", () => {
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
