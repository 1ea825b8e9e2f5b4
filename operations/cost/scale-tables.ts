import { peakLoad, signUpsPerHour, throttlesFor } from "../../lib/load.ts";
import { firewallLimits, firewallWindowSeconds, publicRouteThrottles } from "../../lib/user-pool-limits.ts";
import { formatRounded, markdownTable } from "./markdown.ts";
import type { Quota } from "./quota.ts";
import { demandFor, learnersAtLimit, quotas } from "./quotas.ts";

export const comparedLearnerCounts = [10_000, 100_000, 1_000_000] as const;

const wholeNumber = new Intl.NumberFormat("en");
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

const quotasSoonestFirst: readonly Quota[] = [...quotas].sort(
  (one, other) => learnersAtLimit(one) - learnersAtLimit(other),
);

function quotaTable(): string {
  const demand = (quota: Quota, learners: number) => {
    const taken = demandFor(quota, learners);
    return taken > quota.limit ? `**${formatRounded(taken)}**` : formatRounded(taken);
  };
  return markdownTable(
    [
      "Quota",
      "Code",
      "AWS allows",
      ...comparedLearnerCounts.map((learners) => wholeNumber.format(learners)),
      "Reached at",
    ],
    quotasSoonestFirst.map((quota) => [
      `${quota.service}: ${quota.name}`,
      quota.code ?? "",
      `${wholeNumber.format(quota.limit)} ${quota.unit}`,
      ...comparedLearnerCounts.map((learners) => demand(quota, learners)),
      `${twoDigits.format(learnersAtLimit(quota))} learners`,
    ]),
    2,
  );
}

function describeIncreases(): string {
  return comparedLearnerCounts
    .map((learners) => {
      const reached = quotasSoonestFirst.filter((quota) => learnersAtLimit(quota) < learners);
      const [first] = reached.length > 0 ? reached : quotasSoonestFirst;
      if (!first) throw new Error("There are no quotas");
      const describeUse = (quota: Quota) =>
        `${quota.service}, ${quota.name} (${Math.round((100 * demandFor(quota, learners)) / quota.limit)}% is used).`;
      if (reached.length === 0)
        return `- ${wholeNumber.format(learners)} learners: none. The nearest quota is ${describeUse(first)}`;
      const toDo = reached.map((quota) => `${describeUse(quota)} ${quota.advice}`);
      return `- ${wholeNumber.format(learners)} learners: ${toDo.join(" ")}`;
    })
    .join("\n");
}

function limitTable(): string {
  const rows = comparedLearnerCounts.map((learners) => {
    const load = peakLoad(learners);
    const { api, realtime } = throttlesFor(learners);
    return [
      wholeNumber.format(learners),
      wholeNumber.format(Math.round(load.concurrentLearners)),
      formatRounded(load.requests),
      `${wholeNumber.format(api.rate)}, ${wholeNumber.format(api.burst)} at once`,
      formatRounded(load.newConnections),
      `${wholeNumber.format(realtime.$connect.rate)}, ${wholeNumber.format(realtime.$connect.burst)} at once`,
      formatRounded(load.heartbeats),
      `${wholeNumber.format(realtime.heartbeat.rate)}, ${wholeNumber.format(realtime.heartbeat.burst)} at once`,
    ];
  });
  return markdownTable(
    ["Learners", "Practising", "Requests", "Limit", "Connections", "Limit", "Heartbeats", "Limit"],
    rows,
  );
}

/** Rates of routes are per second, numbers of requests per `firewallWindowSeconds`. */
function userPoolLimitTable(): string {
  const rows = comparedLearnerCounts.map((learners) => {
    const { signIns, newConnections, concurrentLearners } = peakLoad(learners);
    const { "check-user-provider": check, "confirm-email": confirm } = publicRouteThrottles(learners);
    const limits = firewallLimits(learners);
    return [
      wholeNumber.format(learners),
      formatRounded(signIns),
      `${check.rate}, ${check.burst} at once`,
      formatRounded((concurrentLearners * signUpsPerHour) / 3600),
      `${confirm.rate}, ${confirm.burst} at once`,
      formatRounded(firewallWindowSeconds * newConnections),
      wholeNumber.format(limits.functions),
      wholeNumber.format(limits.browsers),
      wholeNumber.format(limits.rareOperations),
    ];
  });
  return markdownTable(
    [
      ...["Learners", "Checks of an email", "Limit", "Confirmations", "Limit"],
      ...["Requests of functions", "Limit", "Limit of a browser's address", "Limit of sign-ups and codes from it"],
    ],
    rows,
  );
}

export function createScaleTables(): Record<"quotas" | "increases" | "limits" | "user-pool-limits", string> {
  return {
    quotas: quotaTable(),
    increases: describeIncreases(),
    limits: limitTable(),
    "user-pool-limits": userPoolLimitTable(),
  };
}
