import { type RouteName, type Routes, routes } from "../domain/api.ts";
import { callLimits } from "../domain/call-limit.ts";
import type { guestRoutes } from "../domain/sharing/guest-routes.ts";
import { headroom, peakLoad, type Throttle } from "./load.ts";

/**
 * Cognito's default quotas by category of operations, in requests a second. All user pools of an account in a region
 * share these quotas. The quotas `update`, `accountRecovery` and `list` cannot be increased. The comment of each quota
 * names examples of its operations.
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

/** The routes of guests do not call Cognito. */
type UserPoolRoute = Exclude<PublicRoute, keyof typeof guestRoutes>;

export const isPublicRoute = (name: RouteName): name is PublicRoute => routes[name].access === "public";

/**
 * In requests a second: half of a quota. The other half remains for sign-ups, which browsers send to the user pool
 * directly. A sign-up uses the quota `creation`. Its trigger searches for the email, which uses the quota `list`.
 */
const publicRouteShare: Readonly<Record<UserPoolRoute, number>> = {
  "check-user-provider": userPoolQuota.list / 2,
  // For an unconfirmed email, a wrong code costs one request of the quota `creation`, and none of the other quotas.
  "confirm-email": userPoolQuota.creation / 2,
};

/** In requests a second. */
const smallestPublicRate = 5;
/** The limit is one call a second for this many learners. Strangers share the limit, so it exceeds learners' load. */
const learnersPerPublicCall = 1000;

/** Allows a browser to restore many tabs with a link at once. */
const smallestGuestThrottle: Throttle = { rate: 20, burst: 100 };

function guestThrottle(wanted: number): Throttle {
  const rate = Math.max(smallestGuestThrottle.rate, wanted);
  return { rate, burst: Math.max(smallestGuestThrottle.burst, rate) };
}

/** Each limit covers all callers together. Why: docs/decisions/0134-limits-below-quotas-of-cognito.md */
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
    "add-reusable-comment": guestThrottle(wanted),
  };
}

export const firewallWindowSeconds = 300;

/** Operations that handlers call without a signature, and that browsers do not call. */
export const functionOperations = ["GetUser", "ConfirmSignUp"] as const;

/** Each of these operations sends an email or counts towards a quota that cannot be increased. */
export const rareOperations = [
  "SignUp",
  "ResendConfirmationCode",
  "ForgotPassword",
  "ConfirmForgotPassword",
  "ChangePassword",
] as const;

/** Requests to the user pool from one network address within `firewallWindowSeconds`. */
export type FirewallLimits = { browsers: number; rareOperations: number; functions: number };

/** The limit of `functions` allows Cognito's whole quotas `read` and `creation` from a single address. */
export function firewallLimits(learners: number): FirewallLimits {
  const sessionChecks = Math.max(userPoolQuota.read, Math.ceil(headroom * peakLoad(learners).newConnections));
  return {
    // A classroom may share one address.
    browsers: 1000,
    // The limit of the check of an email, which precedes a sign-up.
    rareOperations: callLimits["account-check-network"].calls,
    functions: firewallWindowSeconds * (sessionChecks + userPoolQuota.creation),
  };
}
