import { signUpsPerHour, usageAssumptions, userPoolRequestsPerHour } from "../../lib/load.ts";
import { userPoolQuota } from "../../lib/user-pool-limits.ts";
import type { Quota } from "./quota.ts";

const { signIns } = usageAssumptions;
const { renewals, sessionChecks } = userPoolRequestsPerHour;
const advice = "Request an increase. AWS charges 20 USD a month for each additional request a second.";

/**
 * Requests to the user pool per hour of practice, by the category of their quota. For each sign-up, the numbers assume
 * one confirmation, one password reset and one deletion of an account.
 */
const requestsPerHour: Record<keyof typeof userPoolQuota, number> = {
  // The second request of a log-in, RespondToAuthChallenge, has a quota three times as high.
  authentication: signIns + renewals,
  creation: 2 * signUpsPerHour,
  // Assumes that half of the log-ins are through Google.
  federation: signIns / 2,
  read: sessionChecks,
  // A confirmation, a password reset and a deletion each make at most two of these requests.
  update: 6 * signUpsPerHour,
  // A confirmation makes one of these requests, and a password reset two.
  accountRecovery: 3 * signUpsPerHour,
  list: signIns + signUpsPerHour,
  token: signIns,
};

/** Source of the codes: `aws service-quotas list-aws-default-service-quotas --service-code cognito-idp`. */
const categories: Record<keyof typeof userPoolQuota, Pick<Quota, "name" | "code" | "advice">> = {
  authentication: {
    name: "UserAuthentication",
    code: "L-026ADBA3",
    advice: `${advice} Each renewal of tokens counts.`,
  },
  creation: { name: "UserCreation", code: "L-5987B8A0", advice },
  federation: { name: "UserFederation", code: "L-BB3E7CCF", advice },
  read: { name: "UserRead", code: "L-D6BD5178", advice: `${advice} Each new connection checks its session.` },
  update: { name: "UserUpdate", code: "L-6621E65D", advice: "It cannot be increased." },
  accountRecovery: { name: "UserAccountRecovery", code: "L-7D6E8ED3", advice: "It cannot be increased." },
  list: {
    name: "UserList",
    code: "L-259E3368",
    advice: "It cannot be increased. Find accounts by another way than ListUsers.",
  },
  token: { name: "UserToken", code: "L-F21F8BB4", advice },
};

export const userPoolQuotas: readonly Quota[] = (
  ["authentication", "creation", "federation", "read", "update", "accountRecovery", "list", "token"] as const
).map((category) => ({
  ...categories[category],
  service: "Cognito",
  name: `Rate of ${categories[category].name} requests`,
  limit: userPoolQuota[category],
  unit: "a second",
  demandPerLearner: requestsPerHour[category] / 3600,
}));
