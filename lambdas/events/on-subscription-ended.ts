import * as z from "zod/mini";
import { subscriptionStatus } from "../../domain/plans/subscription.ts";
import { SubscriptionEnded } from "../../domain/realtime/event.ts";
import { onEvent } from "../on-event.ts";
import { expireRow } from "../payments/expire-row.ts";
import type { SyncServices } from "../payments/sync-subscription.ts";
import { addLogFields } from "../runtime/log.ts";
import { syncProviders } from "../services.ts";

const Envelope = z.object({ detail: SubscriptionEnded });

export async function expireEndedSubscription(
  { detail }: z.output<typeof Envelope>,
  services: SyncServices,
): Promise<void> {
  addLogFields({ userId: detail.userId });
  const row = await services.subscriptions.get(detail.userId);
  if (row && row.plan_type !== "free" && subscriptionStatus(row, services.clock.now()) === "expired") {
    await expireRow(row, services);
  }
}

export const handler = onEvent("on-subscription-ended", Envelope, expireEndedSubscription, syncProviders);
