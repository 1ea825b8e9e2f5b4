import { peakLoad, throttlesFor } from "../../lib/load.ts";
import { markdownTable, rounded } from "./markdown.ts";
import { demandOn, learnersAt, type Quota, quotas } from "./quotas.ts";

/** The numbers of learners for which quotas are compared. */
export const learnersCompared = [10_000, 100_000, 1_000_000] as const;

const whole = new Intl.NumberFormat("en");
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

const soonestFirst: readonly Quota[] = [...quotas].sort((one, other) => learnersAt(one) - learnersAt(other));

function quotaTable(): string {
  const demand = (quota: Quota, learners: number) => {
    const taken = demandOn(quota, learners);
    return taken > quota.limit ? `**${rounded(taken)}**` : rounded(taken);
  };
  return markdownTable(
    ["Quota", "Code", "AWS allows", ...learnersCompared.map((learners) => whole.format(learners)), "Reached at"],
    soonestFirst.map((quota) => [
      `${quota.service}: ${quota.name}`,
      quota.code ?? "",
      `${whole.format(quota.limit)} ${quota.unit}`,
      ...learnersCompared.map((learners) => demand(quota, learners)),
      `${twoDigits.format(learnersAt(quota))} learners`,
    ]),
    2,
  );
}

function increases(): string {
  return learnersCompared
    .map((learners) => {
      const reached = soonestFirst.filter((quota) => learnersAt(quota) < learners);
      const [first] = reached.length > 0 ? reached : soonestFirst;
      if (!first) throw new Error("There are no quotas");
      const share = Math.round((100 * demandOn(first, learners)) / first.limit);
      const nearest = `${first.service}, ${first.name}: ${share}% is used`;
      if (reached.length === 0) return `- ${whole.format(learners)} learners: none. The nearest quota is ${nearest}.`;
      const toDo = reached.map(({ service, name, raise }) => `${service}, ${name}: ${raise}`);
      return `- ${whole.format(learners)} learners: start with ${nearest}. ${toDo.join(" ")}`;
    })
    .join("\n");
}

function limitTable(): string {
  const rows = learnersCompared.map((learners) => {
    const load = peakLoad(learners);
    const { api, realtime } = throttlesFor(learners);
    return [
      whole.format(learners),
      whole.format(Math.round(load.practising)),
      rounded(load.requests),
      `${whole.format(api.rate)}, ${whole.format(api.burst)} at once`,
      rounded(load.joins),
      `${whole.format(realtime.$connect.rate)}, ${whole.format(realtime.$connect.burst)} at once`,
      rounded(load.heartbeats),
      `${whole.format(realtime.heartbeat.rate)}, ${whole.format(realtime.heartbeat.burst)} at once`,
    ];
  });
  return markdownTable(
    ["Learners", "Practising", "Requests", "Limit", "Connections", "Limit", "Heartbeats", "Limit"],
    rows,
  );
}

/** Quotas and the stage's own limits beside what learners ask for, as `npm run cost` prints them. */
export function scaleTables(): { quotas: string; increases: string; limits: string } {
  return { quotas: quotaTable(), increases: increases(), limits: limitTable() };
}
