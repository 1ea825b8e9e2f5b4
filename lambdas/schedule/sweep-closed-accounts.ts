import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { type RemovalServices, removeAccount } from "../deletion/remove-account.ts";
import { onEvent } from "../on-event.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import type { Clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";
import { clock, closedAccounts, removalProviders } from "../services.ts";
import type { ClosedAccountStore, UnsweptAccount } from "../store/closed-accounts.ts";

export type SweepServices = RemovalServices & {
  clock: Clock;
  payments: Pick<PaymentProvider, "customersOfLearner">;
  closedAccounts: Pick<ClosedAccountStore, "unswept" | "finishSweep">;
};

/** `finished` is false if the run ran out of time. */
export type SweepReport = { swept: number; failed: number; finished: boolean };

/**
 * Minimum time from the start of a deletion to the sweep. By then calls from before the deletion have ended, because a
 * function runs for at most 15 minutes: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 * The payment provider may list a new customer up to an hour late.
 */
export const callsOverMs = 2 * 60 * 60 * 1000;
const reserveMs = 30_000;

async function sweep(account: UnsweptAccount, report: SweepReport, services: SweepServices): Promise<void> {
  const { payments } = services;
  try {
    await removeAccount(account, services);
    // An interrupted call may have created a customer whose id is in no row.
    for (const id of await payments.customersOfLearner(account.userId)) await payments.closeCustomer(id);
    await services.closedAccounts.finishSweep(account.userId);
    report.swept += 1;
  } catch (error) {
    report.failed += 1;
    log("error", "a deleted account could not be swept", { userId: account.userId, ...describeError(error) });
  }
}

/**
 * Finishes failed deletions, and removes data that interrupted calls stored for deleted accounts.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 */
export async function sweepClosedAccounts(services: SweepServices, timeLeftMs: () => number): Promise<SweepReport> {
  const report: SweepReport = { swept: 0, failed: 0, finished: false };
  const begunBy = new Date(services.clock.now().getTime() - callsOverMs);
  for await (const page of services.closedAccounts.unswept(begunBy)) {
    for (const account of page) {
      if (timeLeftMs() < reserveMs) return report;
      await sweep(account, report, services);
    }
  }
  return { ...report, finished: true };
}

/** @throws Error if an account could not be swept, so that Lambda retries the run */
export async function runSweep(
  _event: unknown,
  services: SweepServices,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<SweepReport> {
  const report = await sweepClosedAccounts(services, () => context.getRemainingTimeInMillis());
  if (report.failed > 0) throw new Error(`${report.failed} deleted accounts could not be swept`);
  log("info", "swept", report);
  return report;
}

export const handler = onEvent("sweep-closed-accounts", z.unknown(), runSweep, {
  ...removalProviders,
  clock,
  closedAccounts,
});
