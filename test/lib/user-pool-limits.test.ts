import { describe, expect, test } from "vitest";
import { callLimits } from "../../domain/call-limit.ts";
import { peakLoad } from "../../lib/load.ts";
import { firewallLimits, publicRouteThrottles } from "../../lib/user-pool-limits.ts";

// The quotas are requests a second:
// https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html#category_operations
const quota = { UserAuthentication: 120, UserCreation: 50, UserAccountRecovery: 30, UserList: 30 };
const learnerCounts = [10, 100, 5000, 100_000, 1_000_000, 10_000_000];

describe.each(learnerCounts)("the limits of email checks and confirmations for %i learners", (learners) => {
  const { "check-user-provider": check, "confirm-email": confirm } = publicRouteThrottles(learners);

  test("keep checks within half of Cognito's quota UserList, and within the whole quota in a burst", () => {
    expect(check.rate).toBeLessThanOrEqual(quota.UserList / 2);
    expect(check.rate + check.burst).toBeLessThanOrEqual(quota.UserList);
  });

  test("keep confirmations within half of Cognito's quota UserCreation, and within the whole quota in a burst", () => {
    expect(confirm.rate).toBeLessThanOrEqual(quota.UserCreation / 2);
    expect(confirm.rate + confirm.burst).toBeLessThanOrEqual(quota.UserCreation);
  });

  test("allow thirty checks and thirty confirmations within five seconds", () => {
    for (const { rate, burst } of [check, confirm]) expect(burst + 5 * rate).toBeGreaterThanOrEqual(30);
  });

  test("are more than ten times the limits for one network", () => {
    expect(check.rate).toBeGreaterThan(10 * (callLimits["account-check-network"].calls / 300));
    expect(confirm.rate).toBeGreaterThan(10 * (callLimits["email-confirmation-network"].calls / 300));
  });
});

test.each([100, 5000, 100_000, 1_000_000])(
  "the limits of the public routes allow %i learners three times their expected log-ins",
  (learners) => {
    const { signIns } = peakLoad(learners);
    for (const { rate } of Object.values(publicRouteThrottles(learners))) expect(rate).toBeGreaterThan(3 * signIns);
  },
);

test("the limit of check-user-provider grows with the learners from 5 to 15 requests a second", () => {
  const rates = learnerCounts.map((learners) => publicRouteThrottles(learners)["check-user-provider"].rate);
  expect(rates).toEqual([5, 5, 5, 15, 15, 15]);
  expect(publicRouteThrottles(10_000)["check-user-provider"].rate).toBe(10);
});

describe.each(learnerCounts)("the limits of the firewall for %i learners", (learners) => {
  const limits = firewallLimits(learners);

  test("allow an address less than a tenth of Cognito's quotas for log-in, recovery and lists", () => {
    expect(limits.browsers / 300).toBeLessThan(quota.UserAuthentication / 10);
    expect(limits.rareOperations / 300).toBeLessThan(quota.UserAccountRecovery / 10);
    expect(limits.rareOperations / 300).toBeLessThan(quota.UserList / 10);
  });

  // Assumes three attempts of each learner, with ten requests for each attempt. One of the ten requests is SignUp.
  test("allow thirty sign-ups from one address in five minutes", () => {
    expect(limits.browsers).toBeGreaterThanOrEqual(30 * 3 * 10);
    expect(limits.rareOperations).toBeGreaterThanOrEqual(30 * 3);
  });
});
