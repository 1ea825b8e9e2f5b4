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

/** The accounts that a run swept. `finished` is false if its time ran out; the next run continues from there. */
export type SweepReport = { swept: number; failed: number; finished: boolean };

/**
 * How long after the beginning of a deletion an account is swept, in ms. Calls that were let in before have ended by then:
 * no function runs for more than 15 minutes. What they made at the payment provider can be found an hour later.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const callsOverMs = 2 * 60 * 60 * 1000;
/** A run stops this long before its time is up, in ms. */
const reserveMs = 30_000;

async function sweep(account: UnsweptAccount, report: SweepReport, services: SweepServices): Promise<void> {
  const { payments } = services;
  try {
    await removeAccount(account, services);
    // A call that was cut short may have made a customer and bound it to no row.
    for (const id of await payments.customersOfLearner(account.userId)) await payments.closeCustomer(id);
    await services.closedAccounts.finishSweep(account.userId);
    report.swept += 1;
  } catch (error) {
    report.failed += 1;
    log("error", "a deleted account could not be swept", { userId: account.userId, ...describeError(error) });
  }
}

/**
 * Removes what calls that were cut short have left of deleted accounts, and finishes deletions that failed. An account is
 * swept once no call can be under way that was let in before its deletion began.
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

/** A run in which an account could not be swept fails, so that it is noticed and tried again. */
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
