import type { PaidPlanType } from "../../domain/plans/plan.ts";
import type { Billing } from "../../domain/plans/price.ts";
import type { CustomerBilling } from "../../domain/plans/purchase.ts";

export type PlanChoice = {
  plan: PaidPlanType;
  billing: Billing;
  /** First bill of a monthly plan, as ISO 8601; by default at once. */
  firstBilledAt?: string;
  creditPays?: true;
};

export type PaymentToConfirm = { confirmAt: string };

export type LatePayment = { intent: string; at: string };

/**
 * An event of the payment provider. It names the customer to sync and the learner, each if known. `arrived` is set for
 * the slow payment of a single month: the time at which the money arrived, which the payment itself does not contain.
 * `settled` is set if a payment page was paid, or if the page had nothing to pay.
 */
export type PaymentEvent = {
  id: string;
  type: string;
  customerId: string | null;
  userId?: string;
  arrived?: LatePayment;
  settled?: true;
  /** True if the event is about a payment that was in progress when the account was closed. */
  ofClosed?: true;
};

export type SingleMonths = Pick<CustomerBilling, "single" | "pending">;

/**
 * The payment provider. Every call may reject with a `Refusal`. A call of several steps may then be incomplete.
 * Repeating the call completes it.
 * - "payments_unavailable": the provider fails or cannot be reached.
 * - "payment_declined": a card is refused.
 * - "no_payment_method": there is no card.
 * - "no_active_plan": a plan to change has ended at the provider.
 */
export type PaymentProvider = {
  /**
   * `former` is the deleted customer that the new one replaces, if any. Concurrent calls, and calls repeated within a
   * day, create one customer.
   */
  createCustomer: (userId: string, email: string, former?: string) => Promise<string>;
  /** Leaves out deleted customers. May miss customers created within the last hour. */
  customersOfLearner: (userId: string) => Promise<string[]>;
  hasCustomer: (customerId: string) => Promise<boolean>;
  billingOf: (customerId: string) => Promise<CustomerBilling>;
  /** For a deleted customer. Returns no months if the customer is unknown. */
  monthsOf: (customerId: string) => Promise<SingleMonths>;
  /**
   * Returns the URL of a payment page. Reuses an open page for the same choice and closes the pages for other choices,
   * so that at most one page can be paid.
   * @throws Refusal "checkout_under_way" if another choice was made at the same time
   */
  openCheckout: (customerId: string, userId: string, choice: PlanChoice, origin: string) => Promise<string>;
  /**
   * Moves a recurring subscription to another plan at once, and charges or credits the difference. A cancelled
   * subscription then renews again. If the cardholder must confirm the payment, nothing changes before the
   * confirmation. The next sync after the confirmation removes a cancellation.
   * @throws Refusal "payment_open" if the present period is not paid yet
   */
  changePlan: (subscriptionId: string, plan: PaidPlanType) => Promise<{ chargedCents: number } | PaymentToConfirm>;
  /** Sets or removes the cancellation of a recurring subscription at the end of its period. */
  setEnding: (subscriptionId: string, ending: boolean) => Promise<void>;
  /**
   * Removes the cancellation of a recurring subscription after a confirmed change of plan. A repeated or late call does
   * no harm, and keeps a later cancellation.
   */
  resumeChanged: (subscriptionId: string) => Promise<void>;
  /**
   * Cancels a recurring subscription at once and refunds the present period, even if the subscription renews during the
   * call. Restores the credit that the period used, and voids the open invoices. A repeated call does no harm.
   */
  cancelAndRefund: (subscriptionId: string) => Promise<void>;
  /**
   * Refunds the rest of a single month's payment: "superseded" if a renewing plan leaves no time for the month,
   * "mostlyReturned" if the payment was mostly returned. A repeated call does no harm.
   */
  refund: (paymentId: string, because: "superseded" | "mostlyReturned") => Promise<void>;
  /**
   * Withholds credit that comes from refunded or disputed payments. Restores the credit if the refund failed or the
   * dispute was won. A repeated call does no harm.
   */
  withholdCredit: (customerId: string) => Promise<void>;
  /**
   * Restarts the first period of a recurring subscription. Does nothing if the first period is over, or if the restart
   * would charge the learner again. A repeated call does no harm.
   */
  startNow: (subscriptionId: string) => Promise<void>;
  /** Closes all open payment pages of a customer. If a page is paid before it closes, the payment counts. */
  closePages: (customerId: string) => Promise<void>;
  /** Voids the open invoices of an ended recurring subscription. A repeated call does no harm. */
  voidInvoices: (subscriptionId: string) => Promise<void>;
  /**
   * Ends everything that could still be charged or paid, at once and without refunds, and then deletes the customer.
   * The provider keeps its records. Payments in progress are marked, so that they are refunded when they arrive. A
   * repeated call does no harm.
   */
  closeCustomer: (customerId: string) => Promise<void>;
  /**
   * Refunds a deleted customer's payments that gave no access: payments in progress when the account was closed, and
   * bills paid after their subscription ended. Returns true if there are such payments. A repeated call does no harm.
   */
  refundLate: (customerId: string) => Promise<boolean>;
  /**
   * Saves the time at which a payment's money arrived. A repeated call does no harm.
   * @throws Refusal "bad_request" if the payment does not exist
   */
  notePaid: (payment: LatePayment) => Promise<void>;
  /** @throws Refusal "not_recurring" if the customer was deleted at the provider */
  openPortal: (customerId: string, returnUrl: string) => Promise<string>;
  /**
   * Reads an event from a webhook's raw body.
   * @throws Refusal "bad_signature" if the provider did not sign the body within the last minutes, "bad_request" if the
   * body is not an event or names an invalid or missing object
   */
  readEvent: (rawBody: string, signature: string) => Promise<PaymentEvent>;
};
