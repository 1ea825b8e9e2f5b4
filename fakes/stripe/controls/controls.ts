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
    /** Holds events back until delivery is resumed. */
    pauseDelivery: () => deliveries.pause(),
    resumeDelivery: () => deliveries.resume(),
    /** Sends what is pending without any wait, though delivery be paused. */
    deliverNow: () => deliveries.deliverNow(),
    /** Sends an event once more, delivered or not; every pending one if none is named. */
    duplicate: (eventId?: string) => {
      if (eventId !== undefined && !ledger.openAccount().events.find(eventId)) throw resourceMissing("event", eventId);
      deliveries.duplicate(
        eventId === undefined ? deliveries.pending().map((delivery) => delivery.eventId) : [eventId],
      );
    },
    /** Puts the pending events in another order. */
    shuffle: () =>
      deliveries.reorder(
        shuffled(
          deliveries.pending().map(({ id }) => id),
          random,
        ),
      ),
    /** Loses the next `count` deliveries on their way; they are tried again like any that fail. */
    dropNext: (count: number) => deliveries.dropNext(count),
  };
}

function createMoneyControls({ ledger, store }: Settings) {
  return {
    /** Gives a payment back, all that is left unless `amount` (cents) says less; the result is the refund's id. */
    refund: (paymentIntent: string, amount?: number) =>
      ledger.transact((account) => refundCharge(account, chargeOfIntent(account, paymentIntent), { amount }).id),
    /** Has a refund come back from the cardholder's bank. */
    failRefund: (refund: string) =>
      ledger.transact((account) => void failRefund(account, requireObject(account, "refund", refund, "refund"))),
    /** Has the cardholder dispute a payment; the result is the dispute's id. */
    openDispute: (paymentIntent: string) =>
      ledger.transact((account) => openDispute(account, chargeOfIntent(account, paymentIntent)).id),
    closeDispute: (dispute: string, outcome: "won" | "lost") =>
      ledger.transact((account) => void closeDispute(account, requireObject(account, "dispute", dispute), outcome)),
    /** Has every payment declined, or no more. */
    setDeclining: (isOn: boolean) => setDeclining({ store }, isOn),
    /** Ends a payment that takes days ("Pay later"). */
    finishPayment: (session: string, isPaid: boolean) =>
      ledger.transact(
        (account) => void finishSession(account, requireObject(account, "checkout.session", session), isPaid),
      ),
  };
}

/**
 * What people and tests can have happen that the API cannot: trouble with webhooks, and what cardholders and banks do.
 * Each throws StripeFailure where Stripe would refuse, and changes nothing then.
 */
export function createControls(settings: Settings) {
  const { store, deliveries } = settings;
  return {
    ...createDeliveryControls(settings),
    ...createMoneyControls(settings),
    /** What is set, and the events that are still to be delivered, in order. */
    state: () => ({
      deliveryPaused: deliveries.isPaused(),
      declining: isDeclining({ store }),
      pending: deliveries.pending(),
    }),
  };
}
export type Controls = ReturnType<typeof createControls>;
