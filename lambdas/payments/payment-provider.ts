import type { PaidPlanType } from "../../domain/plans/plan.ts";
import type { Billing } from "../../domain/plans/price.ts";
import type { CustomerBilling } from "../../domain/plans/purchase.ts";

/** What a learner wants to buy. */
export type PlanChoice = {
  plan: PaidPlanType;
  billing: Billing;
  /** When a monthly plan is first billed, as ISO 8601; at once if it is not said. */
  firstBilledAt?: string;
  /** Whether the customer's credit pays for the first bill, so that nothing is charged for it. */
  creditPays?: true;
};

/** The page on which the cardholder is to confirm a payment. */
export type PaymentToConfirm = { confirmAt: string };

/** A payment that took days, and when its money arrived. */
export type LatePayment = { intent: string; at: string };

/**
 * An event of the payment provider. Which customer it concerns is all that counts, `userId` being the learner whom the
 * provider's object names, but for what is told nowhere else: when the money arrived of a payment that took days. `settled` is for whoever counts: a page
 * on which to pay has been paid, or nothing was due on it.
 */
export type PaymentEvent = {
  id: string;
  type: string;
  customerId: string | null;
  userId?: string;
  arrived?: LatePayment;
  settled?: true;
  /** It is about a payment that was under way when its customer's account was closed. */
  ofClosed?: true;
};

/** Months bought once, and those whose money is still to arrive. */
export type SingleMonths = Pick<CustomerBilling, "single" | "pending">;

/**
 * The payment provider. Every call rejects with a `Refusal` "payments_unavailable" if the provider cannot be reached
 * or fails, with "payment_declined" if a card is refused and "no_payment_method" if there is none, and with
 * "no_active_plan" if a plan to change has ended there; nothing has changed then.
 */
export type PaymentProvider = {
  /**
   * Makes the learner's customer, in the place of a `former` one that is gone; the same one however often and however
   * concurrently it is asked for.
   */
  createCustomer: (userId: string, email: string, former?: string) => Promise<string>;
  /** The learner's customers, bound to their row or not. Those made within the last hour may be missing. */
  customersOfLearner: (userId: string) => Promise<string[]>;
  /** Whether there is such a customer, who was not deleted. */
  hasCustomer: (customerId: string) => Promise<boolean>;
  /** Everything that the provider holds on a customer now. */
  billingOf: (customerId: string) => Promise<CustomerBilling>;
  /** The single months bought by a customer who has been deleted, paid and pending; none if the customer is unknown. */
  monthsOf: (customerId: string) => Promise<SingleMonths>;
  /**
   * URL of a page on which to pay for a choice. A page that is open for the same choice is reused, and those for other
   * choices are closed, so that at most one can be paid.
   */
  openCheckout: (customerId: string, userId: string, choice: PlanChoice, origin: string) => Promise<string>;
  /**
   * Moves a recurring subscription to another plan at once, charging or crediting the difference; it then renews.
   * If the cardholder has to confirm the payment, nothing changes until that is done. Rejects with a `Refusal`
   * "payment_open" if its present period is not paid for yet.
   */
  changePlan: (subscriptionId: string, plan: PaidPlanType) => Promise<{ chargedCents: number } | PaymentToConfirm>;
  /** Sets whether a recurring subscription is cancelled at the end of its period. */
  setEnding: (subscriptionId: string, ending: boolean) => Promise<void>;
  /**
   * Cancels a recurring subscription at once and refunds what was paid for its present period, as far as that was not
   * done yet: it may have renewed since it was read. Credit that it used is restored, and its open invoices are voided.
   * Harmless if done already.
   */
  cancelAndRefund: (subscriptionId: string) => Promise<void>;
  /**
   * Refunds what is left of the payment of a month bought once: because the plan that it was to follow renews, or because
   * most of it was returned. Harmless if done already.
   */
  refund: (paymentId: string, because: "planGoesOn" | "mostlyReturned") => Promise<void>;
  /**
   * Withholds credit that comes from returned payments, or gives back what was withheld for a return that came to nothing.
   * Harmless if done already.
   */
  withholdCredit: (customerId: string) => Promise<void>;
  /** Starts the first period of a recurring subscription again, for what was paid for it. Harmless if done already. */
  startNow: (subscriptionId: string) => Promise<void>;
  /** Closes every page on which a customer could still pay; a payment that was faster counts. */
  closePages: (customerId: string) => Promise<void>;
  /** Voids the open invoices of a recurring subscription that has ended. Harmless if done already. */
  voidInvoices: (subscriptionId: string) => Promise<void>;
  /**
   * Ends everything that could still be charged or paid, at once and without giving money back, and deletes the customer;
   * what was paid stays on the provider's books. Payments that are under way are marked, to be refunded when they arrive.
   * Harmless if done already, by whomever.
   */
  closeCustomer: (customerId: string) => Promise<void>;
  /**
   * Refunds what a customer who is gone paid for nothing: payments that were under way when the account was closed, and
   * bills that were paid after their subscription had ended. Returns whether there are any. Harmless if done already.
   */
  refundLate: (customerId: string) => Promise<boolean>;
  /** Records when the money of a payment arrived. Harmless if done already. */
  notePaid: (payment: LatePayment) => Promise<void>;
  /** URL of the provider's page on which a customer manages cards and invoices. */
  openPortal: (customerId: string, returnUrl: string) => Promise<string>;
  /**
   * Reads an event from a webhook's raw body.
   * @throws Refusal "bad_signature" if it was not signed by the provider within the last minutes, "bad_request" if it was
   * and is no event, or one about what does not exist
   */
  readEvent: (rawBody: string, signature: string) => Promise<PaymentEvent>;
};
