import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import type { Subscription } from "../../domain/plans/subscription.ts";
import { onEvent } from "../on-event.ts";
import { expireRow } from "../payments/expire-row.ts";
import type { SyncServices } from "../payments/sync-subscription.ts";
import { countMetric, describeError, log } from "../runtime/log.ts";
import { syncProviders } from "../services.ts";
import { dayOf, type SubscriptionStore, UnreadableRowError } from "../store/subscriptions.ts";

export type ExpiryServices = SyncServices & {
  subscriptions: Pick<SubscriptionStore, "get" | "findByCustomer" | "replace" | "endedOn">;
};

/**
 * `renewed` also counts rows that could not be replaced, because another writer changed them. `finished` is false if
 * the run ran out of time.
 */
export type ExpiryReport = { downgraded: number; renewed: number; failed: number; finished: boolean };

/** A run looks back this far, in case the schedule did not run. */
const daysBack = 30;
const rowsAtOnce = 10;
const reserveMs = 15_000;

function listDueDays(now: Date): string[] {
  return Array.from({ length: daysBack + 1 }, (_, back) =>
    dayOf(new Date(now.getTime() - back * 86_400_000).toISOString()),
  );
}

async function expire(row: Subscription | UnreadableRowError, services: ExpiryServices) {
  if (row instanceof UnreadableRowError) throw row;
  return expireRow(row, services);
}

async function expirePage(
  page: readonly (Subscription | UnreadableRowError)[],
  report: ExpiryReport,
  services: ExpiryServices,
  timeLeftMs: () => number,
): Promise<boolean> {
  for (let start = 0; start < page.length; start += rowsAtOnce) {
    if (timeLeftMs() < reserveMs) return false;
    const batch = page.slice(start, start + rowsAtOnce);
    const results = await Promise.allSettled(batch.map((row) => expire(row, services)));
    for (const result of results) {
      if (result.status === "fulfilled") report[result.value] += 1;
      else {
        report.failed += 1;
        log("error", "a subscription could not be expired", describeError(result.reason));
      }
    }
  }
  return true;
}

export async function expireSubscriptions(services: ExpiryServices, timeLeftMs: () => number): Promise<ExpiryReport> {
  const now = services.clock.now();
  const report: ExpiryReport = { downgraded: 0, renewed: 0, failed: 0, finished: false };
  for (const day of listDueDays(now)) {
    for await (const page of services.subscriptions.endedOn(day, now)) {
      if (!(await expirePage(page, report, services, timeLeftMs))) return report;
    }
  }
  return { ...report, finished: true };
}

/** @throws Error if any row failed, so that Lambda retries the run */
export async function runExpiry(
  _event: unknown,
  services: ExpiryServices,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<ExpiryReport> {
  const report = await expireSubscriptions(services, () => context.getRemainingTimeInMillis());
  if (report.failed > 0) {
    log("warn", "expired in part", report);
    throw new Error(`${report.failed} subscriptions could not be expired`);
  }
  countMetric("ExpiryRuns", report);
  return report;
}

export const handler = onEvent("expire-subscriptions", z.unknown(), runExpiry, syncProviders);
