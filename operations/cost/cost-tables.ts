import { type Bill, billFor, type Standing } from "./bill.ts";
import type { Tier } from "./charge.ts";
import { markdownTable, rounded } from "./markdown.ts";
import { cognitoPrice, meters, type Price, prices, type Source } from "./prices.ts";
import { perLearner } from "./usage.ts";

/** What a month is to cost at most for each of so many learners, in USD, Cognito and Stripe apart. */
export const goals = [
  { learners: 100, each: 0.1 },
  { learners: 1_000_000, each: 0.02 },
] as const;

/** The numbers of learners for which the bill is made. */
export const learnersTold = [100, 10_000, 1_000_000] as const;
const [smallest, , largest] = learnersTold;

/** What stands in a stage that is made for so many learners. */
export type StandingFor = (learners: number) => Standing;
export type CostTables = Record<"bill" | "goals" | "dominates" | "prices", string>;

const dollars = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en");
const exact = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const share = new Intl.NumberFormat("en", { style: "percent" });

const headOf = (bills: readonly Bill[]) => bills.map(({ learners }) => `${whole.format(learners)} learners`);

function billTable(bills: readonly Bill[]): string {
  // The largest stage's dearest come first, and what is charged to smaller ones alone comes last.
  const services = [...new Set([...bills].reverse().flatMap((bill) => bill.services.map(({ service }) => service)))];
  const chargeOf = (bill: Bill, name: string) => bill.services.find(({ service }) => service === name)?.usd ?? 0;
  return markdownTable(
    ["USD a month", ...headOf(bills)],
    [
      ...services.map((service) => [service, ...bills.map((bill) => dollars.format(chargeOf(bill, service)))]),
      ["**Total**", ...bills.map(({ total }) => `**${dollars.format(total)}**`)],
      ["**For each learner**", ...bills.map(({ total, learners }) => `**${rounded(total / learners)}**`)],
      ["Cognito, separate", ...bills.map(({ cognito }) => dollars.format(cognito))],
    ],
  );
}

/** How many services are named of which a bill mostly consists. */
const dominating = 3;

function dominance(bills: readonly Bill[]): string {
  return bills
    .map(({ learners, services, total }) => {
      const most = services.slice(0, dominating).map(({ service, usd }) => `${service} ${share.format(usd / total)}`);
      return `- ${whole.format(learners)} learners: ${most.join(", ")}`;
    })
    .join("\n");
}

function goalsText(standingFor: StandingFor): string {
  return goals
    .map(({ learners, each }) => {
      const standing = standingFor(learners);
      const { total } = billFor(learners, standing);
      const verdict = total / learners <= each ? "met" : "missed";
      const fixed = `${dollars.format(billFor(0, standing).total)} USD of the month's ${dollars.format(total)} are fixed`;
      return `- At most ${each} USD for each of ${whole.format(learners)} learners: ${verdict}, with ${rounded(total / learners)}. ${fixed}.`;
    })
    .join("\n");
}

/** What uses units of a meter, by the price table's columns. */
const users = ["Each learner", "Small stage, fixed", "Large stage, fixed"];

function tiersText(tiers: readonly Tier[]): string {
  return tiers
    .map(({ upTo, each }) =>
      Number.isFinite(upTo) ? `${exact.format(each)} to ${whole.format(upTo)}` : exact.format(each),
    )
    .join(", then ");
}

const sourceText = (source: Source): string =>
  "known" in source ? `from memory, ${source.known}` : `[${source.read}](${source.at})`;

function priceTable(small: Standing, large: Standing): string {
  const units = (count: number | undefined) => (count === undefined ? "" : rounded(count));
  const row = (price: Price, each?: number, inSmall?: number, inLarge?: number) => [
    price.service,
    price.unit,
    sourceText(price.source),
    ...[each, inSmall, inLarge].map(units),
    price.free === 0 ? "" : whole.format(price.free),
    tiersText(price.tiers),
  ];
  return markdownTable(
    ["Service", "Unit", "Price as of", ...users, "Free each month", "USD for each"],
    [...meters.map((meter) => row(prices[meter], perLearner[meter], small[meter], large[meter])), row(cognitoPrice, 1)],
    3,
  );
}

/**
 * The bill, whether it is as small as it is meant to be, what dominates it, and what it was made from, as `npm run cost`
 * prints them, each of a stage that is made for as many learners as it has.
 */
export function costTables(standingFor: StandingFor): CostTables {
  const bills = learnersTold.map((learners) => billFor(learners, standingFor(learners)));
  return {
    bill: billTable(bills),
    goals: goalsText(standingFor),
    dominates: dominance(bills),
    prices: priceTable(standingFor(smallest), standingFor(largest)),
  };
}
