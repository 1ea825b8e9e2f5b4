import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { maxShareDays } from "../../domain/sharing/share-limits.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { describeError, log } from "../runtime/log.ts";
import { type DueReport, processDue } from "../runtime/process-due.ts";
import { clock, dueShares, inboxes, sharedAudio, shareLedger, shares } from "../services.ts";
import { clearEndedShare } from "../sharing/end-share.ts";

const providers = {
  clock,
  dueShares: pickMethods(dueShares, "expiredOn"),
  inboxes: pickMethods(inboxes, "removeShare"),
  sharedAudio: pickMethods(sharedAudio, "removeOf"),
  shareLedger: pickMethods(shareLedger, "strike"),
  shares: pickMethods(shares, "finishExpiry"),
};
type Services = ProvidedServices<typeof providers>;

/** @throws Error if any share failed, so that Lambda retries the run */
export async function expireShares(
  _event: unknown,
  services: Services,
  context: Pick<Context, "getRemainingTimeInMillis">,
): Promise<DueReport> {
  const now = services.clock.now();
  const report = await processDue(now, {
    daysBack: maxShareDays,
    rowsOn: (day) => services.dueShares.expiredOn(day, now),
    process: (share) => clearEndedShare(share, share, now, services),
    onFailure: ({ userId, shareId }, cause) =>
      log("error", "shared audio not deleted", { userId, shareId, ...describeError(cause) }),
    timeLeftMs: () => context.getRemainingTimeInMillis(),
  });
  if (report.failed > 0) throw new Error(`The audio of ${report.failed} expired links could not be deleted`);
  log("info", "shares expired", report);
  return report;
}

export const handler = onEvent("expire-shares", z.unknown(), expireShares, providers);
