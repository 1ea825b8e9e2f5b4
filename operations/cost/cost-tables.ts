import { type Bill, calculateBill, type FixedMonthlyUnits } from "./bill.ts";
import type { Tier } from "./charge.ts";
import { formatRounded, markdownTable } from "./markdown.ts";
import { cognitoLitePrice, cognitoPrice, meters, type Price, prices, type Source } from "./prices.ts";
import { perLearner } from "./usage.ts";

/** Monthly goals in USD for the cost of each learner, without Cognito and Stripe. */
export const costGoals = [
  { learners: 100, each: 0.104 },
  { learners: 1_000_000, each: 0.022 },
] as const;

/** Monthly goal in USD for the cost of feedback by links, for each learner. */
export const sharingGoal = { learners: 1_000_000, each: 0.003 } as const;

export const billedLearnerCounts = [100, 10_000, 1_000_000] as const;
const [smallest, , largest] = billedLearnerCounts;

export type FixedMonthlyUnitsFor = (learners: number) => FixedMonthlyUnits;
export type CostTables = Record<"bill" | "goals" | "dominates" | "prices", string>;

const dollarFormat = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeNumber = new Intl.NumberFormat("en");
const sixDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const percentFormat = new Intl.NumberFormat("en", { style: "percent" });

const billTableHeader = (bills: readonly Bill[]) =>
  bills.map(({ learners }) => `${wholeNumber.format(learners)} learners`);

function billTable(bills: readonly Bill[]): string {
  // In the order of the largest stage's bill.
  const services = [...new Set([...bills].reverse().flatMap((bill) => bill.services.map(({ service }) => service)))];
  const chargeOf = (bill: Bill, name: string) => bill.services.find(({ service }) => service === name)?.usd ?? 0;
  return markdownTable(
    ["USD a month", ...billTableHeader(bills)],
    [
      ...services.map((service) => [service, ...bills.map((bill) => dollarFormat.format(chargeOf(bill, service)))]),
      ["**Total**", ...bills.map(({ total }) => `**${dollarFormat.format(total)}**`)],
      ["**For each learner**", ...bills.map(({ total, learners }) => `**${formatRounded(total / learners)}**`)],
      ["Cognito, separate", ...bills.map(({ cognito }) => dollarFormat.format(cognito))],
      ["The same on Cognito's Lite plan", ...bills.map(({ cognitoLite }) => dollarFormat.format(cognitoLite))],
    ],
  );
}

const dominantServiceCount = 3;

function describeDominantServices(bills: readonly Bill[]): string {
  return bills
    .map(({ learners, services, total }) => {
      const most = services
        .slice(0, dominantServiceCount)
        .map(({ service, usd }) => `${service} ${percentFormat.format(usd / total)}`);
      return `- ${wholeNumber.format(learners)} learners: ${most.join(", ")}`;
    })
    .join("\n");
}

/** Leaves out the fixed costs of feedback, because the bills with and without feedback contain these costs. */
function describeSharingGoal(fixedUnitsFor: FixedMonthlyUnitsFor): string {
  const { learners, each } = sharingGoal;
  const fixedUnits = fixedUnitsFor(learners);
  const [whole, without] = [true, false].map((shares) => calculateBill(learners, fixedUnits, { shares }).total);
  const cost = ((whole ?? 0) - (without ?? 0)) / learners;
  const verdict = cost <= each ? "met" : "missed";
  return `- At most ${each} USD for the feedback of each of ${wholeNumber.format(learners)} learners, who ask once in ten months: ${verdict}, with ${formatRounded(cost)}.`;
}

function describeGoals(fixedUnitsFor: FixedMonthlyUnitsFor): string {
  const goals = costGoals.map(({ learners, each }) => {
    const fixedUnits = fixedUnitsFor(learners);
    const { total } = calculateBill(learners, fixedUnits);
    const verdict = total / learners <= each ? "met" : "missed";
    const fixed = `${dollarFormat.format(calculateBill(0, fixedUnits).total)} USD of the month's ${dollarFormat.format(total)} are fixed`;
    return `- At most ${each} USD for each of ${wholeNumber.format(learners)} learners: ${verdict}, with ${formatRounded(total / learners)}. ${fixed}.`;
  });
  return [...goals, describeSharingGoal(fixedUnitsFor)].join("\n");
}

const priceTableColumns = ["Each learner", "Small stage, fixed", "Large stage, fixed"];

function describeTiers(tiers: readonly Tier[]): string {
  return tiers
    .map(({ upTo, each }) =>
      Number.isFinite(upTo) ? `${sixDigits.format(each)} to ${wholeNumber.format(upTo)}` : sixDigits.format(each),
    )
    .join(", then ");
}

const describeSource = (source: Source): string =>
  "known" in source ? `from memory, ${source.known}` : `[${source.read}](${source.at})`;

function priceTable(small: FixedMonthlyUnits, large: FixedMonthlyUnits): string {
  const units = (count: number | undefined) => (count === undefined ? "" : formatRounded(count));
  const row = (price: Price, each?: number, inSmall?: number, inLarge?: number) => [
    price.service,
    price.unit,
    describeSource(price.source),
    ...[each, inSmall, inLarge].map(units),
    price.free === 0 ? "" : wholeNumber.format(price.free),
    describeTiers(price.tiers),
  ];
  return markdownTable(
    ["Service", "Unit", "Price as of", ...priceTableColumns, "Free each month", "USD for each"],
    [
      ...meters.map((meter) => row(prices[meter], perLearner[meter], small[meter], large[meter])),
      row(cognitoPrice, 1),
      row(cognitoLitePrice),
    ],
    3,
  );
}

/** Each stage is sized for its number of learners. */
export function createCostTables(fixedUnitsFor: FixedMonthlyUnitsFor): CostTables {
  const bills = billedLearnerCounts.map((learners) => calculateBill(learners, fixedUnitsFor(learners)));
  return {
    bill: billTable(bills),
    goals: describeGoals(fixedUnitsFor),
    dominates: describeDominantServices(bills),
    prices: priceTable(fixedUnitsFor(smallest), fixedUnitsFor(largest)),
  };
}
