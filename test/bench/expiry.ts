import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { RecurringPurchase } from "../../domain/plans/purchase.ts";
import type { DomainEvent } from "../../domain/realtime/event.ts";
import { redirectLog } from "../../lambdas/runtime/log.ts";
import {
  type ExpiryReport,
  type ExpiryServices,
  expireSubscriptions,
} from "../../lambdas/schedule/expire-subscriptions.ts";
import { createSubscriptionStore } from "../../lambdas/store/subscriptions.ts";
import { localTableName } from "../../local/dynamodb.ts";
import { type Database, dynalite, dynamodbLocal } from "../lambdas/store/databases.ts";
import { allowEveryAccount } from "../lambdas/support/directory-user.ts";
import { createCardFunding } from "../support/card-funding.ts";
import { countReads, type ReadCount } from "./count-reads.ts";
import { dueId, now, writeDue, writeOthers } from "./expiry-rows.ts";
import { comparedRow, exactRow, type Row, reportedRow } from "./row.ts";

const due = 1_000;
const fewRows = 10_000;
/** dynalite stores all rows in this process, so it gets fewer rows. */
const manyRows: Readonly<Record<string, number>> = { "DynamoDB Local": 1_000_000, dynalite: 100_000 };
const mostTimes = 1.05;
/** A run checks the remaining time before each batch of at most ten rows. */
const checksBeforeStop = 40;
const plentyMs = 600_000;

const canceled: RecurringPurchase = {
  id: "sub_ended",
  plan: "pro",
  status: "canceled",
  createdAt: "2026-09-01T09:00:00.000Z",
  billedFrom: "2026-09-01T09:00:00.000Z",
  periodStart: "2026-09-01T09:00:00.000Z",
  periodEnd: "2026-10-01T09:00:00.000Z",
  endsAt: "2026-10-01T09:00:00.000Z",
  funding: createCardFunding(1999),
  isPeriodPaid: true,
  firstPaidAt: null,
  dueCents: 0,
};

const grouped = (count: number) => count.toLocaleString("en");

type Outcome = {
  reports: readonly ExpiryReport[];
  count: ReadCount;
  seconds: number;
  /** By user id. */
  notifications: ReadonlyMap<string, number>;
  downgraded: number;
};

function servicesFor(client: DynamoDBClient, published: DomainEvent[]) {
  const { store, count } = countReads(client);
  const services: ExpiryServices = {
    clock: { now: () => now },
    subscriptions: createSubscriptionStore(store, localTableName("subscriptions"), allowEveryAccount),
    payments: {
      billingOf: async () => ({ recurring: [canceled], single: [], creditCents: 0, excessCreditCents: 0, pending: [] }),
      monthsOf: async () => ({ single: [], pending: [] }),
      cancelAndRefund: async () => {},
      resumeChanged: async () => {},
      voidInvoices: async () => {},
      withholdCredit: async () => {},
      startNow: async () => {},
      refund: async () => {},
      closePages: async () => {},
    },
    bus: { publish: async (event) => void published.push(event) },
  };
  return { services, count };
}

async function countDowngraded(client: DynamoDBClient): Promise<number> {
  const { services } = servicesFor(client, []);
  const rows = await Promise.all(Array.from({ length: due }, (_, index) => services.subscriptions.get(dueId(index))));
  return rows.filter((row) => row?.plan_type === "free" && !row.active).length;
}

type Runs = (services: ExpiryServices) => Promise<ExpiryReport[]>;

async function measureRuns(openClient: () => DynamoDBClient, runs: Runs): Promise<Outcome> {
  const client = openClient();
  try {
    await writeDue(client, due);
    const published: DomainEvent[] = [];
    // `countReads` counts all reads of its client, so `countDowngraded` uses another client.
    const counted = openClient();
    const { services, count } = servicesFor(counted, published);
    const startedAt = performance.now();
    const reports = await runs(services);
    const seconds = (performance.now() - startedAt) / 1000;
    counted.destroy();
    const tellings = new Map<string, number>();
    for (const { userId } of published) tellings.set(userId, (tellings.get(userId) ?? 0) + 1);
    return { reports, count, seconds, notifications: tellings, downgraded: await countDowngraded(client) };
  } finally {
    client.destroy();
  }
}

const once: Runs = async (services) => [await expireSubscriptions(services, () => plentyMs)];

const twiceAtOnce: Runs = (services) =>
  Promise.all([expireSubscriptions(services, () => plentyMs), expireSubscriptions(services, () => plentyMs)]);

const stoppedThenFinished: Runs = async (services) => {
  let looks = 0;
  const stopped = await expireSubscriptions(services, () => {
    looks += 1;
    return looks > checksBeforeStop ? 0 : plentyMs;
  });
  return [stopped, await expireSubscriptions(services, () => plentyMs)];
};

const countNotifiedOnce = ({ notifications }: Outcome) =>
  [...notifications.values()].filter((times) => times === 1).length;

function describeReads({ byCommand, readUnits }: ReadCount): string {
  const each = Object.entries(byCommand).map(([command, units]) => `${command.replace("Command", "")} ${units}`);
  return `${readUnits} read units: ${each.join(", ")}`;
}

async function measureOn(database: Database, many: number): Promise<Row[]> {
  const { url, close } = await database.start();
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const openClient = () => new DynamoDBClient({ endpoint: url, region: "local", credentials });
  const loader = openClient();
  try {
    await writeOthers(loader, 0, fewRows - due);
    // The first run warms up the database and this process.
    await measureRuns(openClient, once);
    const small = await measureRuns(openClient, once);
    const loadedAt = performance.now();
    await writeOthers(loader, fewRows - due, many - due);
    const loadSeconds = (performance.now() - loadedAt) / 1000;
    const large = await measureRuns(openClient, once);
    const atOnce = await measureRuns(openClient, twiceAtOnce);
    const stopped = await measureRuns(openClient, stoppedThenFinished);
    return rowsOf({ database: database.name, many, small, large, atOnce, stopped, loadSeconds });
  } finally {
    loader.destroy();
    await close();
  }
}

type Measured = {
  database: string;
  many: number;
  small: Outcome;
  large: Outcome;
  atOnce: Outcome;
  stopped: Outcome;
  loadSeconds: number;
};

function rowsOf({ database, many, small, large, atOnce, stopped, loadSeconds }: Measured): Row[] {
  const what = `Expiry, ${grouped(due)} due of ${grouped(many)} rows in ${database}`;
  const smaller = `the same due of ${grouped(fewRows)}`;
  const [first, second] = stopped.reports;
  const both = `${what}, two runs at once`;
  const continued = `${what}, a run that stops after ${grouped(first?.downgraded ?? 0)} and one that continues`;
  return [
    comparedRow(`${what}, beside ${smaller}`, large.count.readUnits, small.count.readUnits, "read units", mostTimes),
    reportedRow(`${what}: ${describeReads(large.count)}; for each due row`, large.count.readUnits / due, "read units"),
    exactRow(`${what}: downgraded`, large.downgraded, "rows", due),
    reportedRow(`${what}: duration of one run`, large.seconds, "s"),
    exactRow(`${both}: downgraded`, atOnce.downgraded, "rows", due),
    exactRow(`${both}: notified exactly once`, countNotifiedOnce(atOnce), "rows", due),
    comparedRow(`${both}, beside one run`, atOnce.count.readUnits, large.count.readUnits, "read units"),
    exactRow(`${continued}: left for the second`, second?.downgraded ?? 0, "rows", due - (first?.downgraded ?? 0)),
    exactRow(
      `${continued}: downgraded and notified exactly once`,
      Math.min(stopped.downgraded, countNotifiedOnce(stopped)),
      "rows",
      due,
    ),
    comparedRow(`${continued}, beside one run`, stopped.count.readUnits, large.count.readUnits, "read units"),
    reportedRow(`${what}: loading them`, loadSeconds, "s"),
  ];
}

function rowsFor(database: string): number {
  const rows = Number(process.env["BENCH_SUBSCRIPTIONS"] ?? manyRows[database]);
  if (!Number.isInteger(rows) || rows < fewRows) {
    throw new Error(`BENCH_SUBSCRIPTIONS has to be a whole number from ${fewRows} on`);
  }
  return rows;
}

export async function measureExpiry(): Promise<Row[]> {
  const database = dynamodbLocal.missing === undefined ? dynamodbLocal : dynalite;
  redirectLog(() => {});
  return measureOn(database, rowsFor(database.name));
}
