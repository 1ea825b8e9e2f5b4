import { requireObject } from "../account/account.ts";
import { resourceMissing } from "../account/failure.ts";
import type { Store } from "../account/store.ts";
import type { Ledger } from "../billing/ledger.ts";
import { finishSession } from "../billing/pay-session.ts";
import { isDeclining, setDeclining } from "../billing/payment-method-kinds.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { closeDispute, openDispute } from "../operations/disputes.ts";
import { chargeOfIntent, failRefund, refundCharge } from "../operations/refunds.ts";

type Settings = { ledger: Ledger; store: Store; deliveries: Deliveries; random: () => number };

function shuffled(ids: readonly number[], random: () => number): number[] {
  return ids
    .map((id) => ({ id, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

function createDeliveryControls({ ledger, deliveries, random }: Settings) {
  return {
    pauseDelivery: () => deliveries.pause(),
    resumeDelivery: () => deliveries.resume(),
    /** Sends pending events without delay, even while delivery is paused. */
    deliverNow: () => deliveries.deliverNow(),
    duplicate: (eventId?: string) => {
      if (eventId !== undefined && !ledger.openAccount().events.find(eventId)) throw resourceMissing("event", eventId);
      deliveries.duplicate(
        eventId === undefined ? deliveries.pending().map((delivery) => delivery.eventId) : [eventId],
      );
    },
    shuffle: () =>
      deliveries.reorder(
        shuffled(
          deliveries.pending().map(({ id }) => id),
          random,
        ),
      ),
    /** Makes the next `count` attempts to deliver fail. An attempt may be a retry. */
    dropNext: (count: number) => deliveries.dropNext(count),
  };
}

function createMoneyControls({ ledger, store }: Settings) {
  return {
    /** Refunds `amount` cents of a payment, by default the rest. */
    refund: (paymentIntent: string, amount?: number) =>
      ledger.transact((account) => refundCharge(account, chargeOfIntent(account, paymentIntent), { amount }).id),
    failRefund: (refund: string) =>
      ledger.transact((account) => void failRefund(account, requireObject(account, "refund", refund, "refund"))),
    openDispute: (paymentIntent: string) =>
      ledger.transact((account) => openDispute(account, chargeOfIntent(account, paymentIntent)).id),
    closeDispute: (dispute: string, outcome: "won" | "lost") =>
      ledger.transact((account) => void closeDispute(account, requireObject(account, "dispute", dispute), outcome)),
    setDeclining: (isOn: boolean) => setDeclining({ store }, isOn),
    finishPayment: (session: string, isPaid: boolean) =>
      ledger.transact(
        (account) => void finishSession(account, requireObject(account, "checkout.session", session), isPaid),
      ),
  };
}

/** Creates controls for what happens outside of the API, such as lost webhooks, disputes and dashboard refunds. */
export function createControls(settings: Settings) {
  const { store, deliveries } = settings;
  return {
    ...createDeliveryControls(settings),
    ...createMoneyControls(settings),
    state: () => ({
      deliveryPaused: deliveries.isPaused(),
      declining: isDeclining({ store }),
      pending: deliveries.pending(),
    }),
  };
}
export type Controls = ReturnType<typeof createControls>;
