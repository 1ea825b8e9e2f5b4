import { type RouteName, type Routes, routes } from "../domain/api.ts";
import { callLimits } from "../domain/call-limit.ts";
import type { guestRoutes } from "../domain/sharing/guest-routes.ts";
import { headroom, peakLoad, type Throttle } from "./load.ts";

/**
 * Cognito's default quotas by category of operations, in requests a second. All user pools of an account in a region
 * share them. `update`, `accountRecovery` and `list` cannot be increased.
 * Source, read 2026-11-25: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html#category_operations
 */
export const userPoolQuota = {
  /** InitiateAuth and GetTokensFromRefreshToken. */
  authentication: 120,
  /** SignUp and ConfirmSignUp. */
  creation: 50,
  /** Log-ins through Google. */
  federation: 25,
  /** GetUser and AdminGetUser. */
  read: 120,
  /** AdminUpdateUserAttributes, AdminUserGlobalSignOut and AdminDeleteUser. */
  update: 25,
  /** ForgotPassword, ConfirmForgotPassword, ChangePassword and AdminSetUserPassword. */
  accountRecovery: 30,
  /** ListUsers. */
  list: 30,
  /** RevokeToken. */
  token: 120,
} as const;

type PublicRoute = { [Name in RouteName]: Routes[Name]["access"] extends "public" ? Name : never }[RouteName];

/** Routes that pass calls on to Cognito. Guests of a link cause no call of Cognito. */
type UserPoolRoute = Exclude<PublicRoute, keyof typeof guestRoutes>;

export const isPublicRoute = (name: RouteName): name is PublicRoute => routes[name].access === "public";

/**
 * The maximum calls a second that a public route may pass on to Cognito. Each of the two routes has half of a quota.
 * The other half remains for sign-ups, which browsers send to the user pool directly. A sign-up uses both quotas,
 * because its trigger searches for the email.
 */
const publicRouteShare: Readonly<Record<UserPoolRoute, number>> = {
  "check-user-provider": userPoolQuota.list / 2,
  // A wrong code costs one request of this quota. Only a correct code causes requests of other quotas.
  "confirm-email": userPoolQuota.creation / 2,
};

/** In requests a second: a class of thirty checks its emails within five seconds. */
const smallestPublicRate = 5;
/** One call a second for this many learners is about 200 times the expected load. Strangers share the limit. */
const learnersPerPublicCall = 1000;

/**
 * In requests a second. When a browser restarts, a link that was open in 50 tabs opens in all of them. The limit grows
 * with the number of learners like the others, although a learner has a link in only one month of ten.
 */
const smallestGuestThrottle: Throttle = { rate: 20, burst: 100 };

function guestThrottle(wanted: number): Throttle {
  const rate = Math.max(smallestGuestThrottle.rate, wanted);
  return { rate, burst: Math.max(smallestGuestThrottle.burst, rate) };
}

/**
 * Calculates the limits of the routes that anyone can call without a log-in. A limit covers all callers together.
 * Why: docs/decisions/0134-limits-below-quotas-of-cognito.md
 */
export function publicRouteThrottles(learners: number): Record<PublicRoute, Throttle> {
  const wanted = Math.max(smallestPublicRate, Math.ceil(learners / learnersPerPublicCall));
  const throttleWithin = (share: number): Throttle => ({ rate: Math.min(wanted, share), burst: share });
  return {
    "check-user-provider": throttleWithin(publicRouteShare["check-user-provider"]),
    "confirm-email": throttleWithin(publicRouteShare["confirm-email"]),
    "open-share": guestThrottle(wanted),
    "save-guest-comment": guestThrottle(wanted),
    "delete-guest-writing": guestThrottle(wanted),
    "mark-shared-exam": guestThrottle(wanted),
    "report-share": guestThrottle(wanted),
    "save-reusable-comments": guestThrottle(wanted),
  };
}

/** In seconds. The firewall counts the requests of a network address over this time. */
export const firewallWindowSeconds = 300;

/**
 * Operations that only handlers call, without a signature. The firewall inspects these requests, which come from the
 * few addresses that Lambda's functions share.
 */
export const functionOperations = ["GetUser", "ConfirmSignUp"] as const;

/** Operations of browsers that send an email or count towards a quota that cannot be increased. */
export const rareOperations = [
  "SignUp",
  "ResendConfirmationCode",
  "ForgotPassword",
  "ConfirmForgotPassword",
  "ChangePassword",
] as const;

/** Requests to the user pool from one network address within `firewallWindowSeconds`. */
export type FirewallLimits = { browsers: number; rareOperations: number; functions: number };

/**
 * Calculates the limits of the firewall. Functions may use Cognito's whole quota from a single address. The limit is
 * higher in a stage whose connections need more than the default quota.
 */
export function firewallLimits(learners: number): FirewallLimits {
  const sessionChecks = Math.max(userPoolQuota.read, Math.ceil(headroom * peakLoad(learners).newConnections));
  return {
    // A classroom of thirty shares an address, and a sign-up takes about ten requests.
    browsers: 1000,
    // Equals the limit of the check of an email, which precedes these operations.
    rareOperations: callLimits["account-check-network"].calls,
    functions: firewallWindowSeconds * (sessionChecks + userPoolQuota.creation),
  };
}
