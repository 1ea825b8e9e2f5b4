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
 * `arrived` is set for a slow payment of a single month. The payment itself does not contain the time of its arrival.
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
 * Every call may reject with a `Refusal`. A call of several steps may then be incomplete. Repeating the call completes
 * it.
 * - "payments_unavailable": the provider is busy, fails or cannot be reached.
 * - "payment_declined": a card is refused.
 * - "no_payment_method": there is no card.
 * - "no_active_plan": a plan to change has ended at the provider.
 */
export type PaymentProvider = {
  /** `former` is the deleted customer that the new one replaces. */
  createCustomer: (userId: string, email: string, former?: string) => Promise<string>;
  /** May miss customers created within the last hour. */
  customersOfLearner: (userId: string) => Promise<string[]>;
  hasCustomer: (customerId: string) => Promise<boolean>;
  billingOf: (customerId: string) => Promise<CustomerBilling>;
  /** Returns no months if the customer is unknown. */
  monthsOf: (customerId: string) => Promise<SingleMonths>;
  /**
   * Returns the URL of a payment page. Reuses an open page for the same choice, and closes the pages for other choices.
   * @throws Refusal "checkout_under_way" if another choice was made at the same time
   */
  openCheckout: (customerId: string, userId: string, choice: PlanChoice, origin: string) => Promise<string>;
  /**
   * Charges or credits the difference. A cancelled subscription then renews again. If the cardholder must confirm the
   * payment, nothing changes before the confirmation. A sync after the confirmation removes a cancellation.
   * @throws Refusal "payment_open"
   */
  changePlan: (subscriptionId: string, plan: PaidPlanType) => Promise<{ chargedCents: number } | PaymentToConfirm>;
  /** Sets or removes the cancellation of a recurring subscription at the end of its period. */
  setEnding: (subscriptionId: string, ending: boolean) => Promise<void>;
  /**
   * Removes the cancellation of a recurring subscription after a confirmed change of plan. A repeated or late call does
   * no harm.
   */
  resumeChanged: (subscriptionId: string) => Promise<void>;
  /**
   * Cancels a recurring subscription at once and refunds the present period. Restores the credit that the period used.
   * A repeated call does no harm.
   */
  cancelAndRefund: (subscriptionId: string) => Promise<void>;
  /**
   * Refunds the rest of a single month's payment. A repeated call does no harm.
   * - "superseded": because of a renewing plan (`monthsToRefund`).
   * - "mostlyReturned": because most of the payment was returned already (`monthsWithRemainder`).
   */
  refund: (paymentId: string, because: "superseded" | "mostlyReturned") => Promise<void>;
  /**
   * Withholds credit that comes from refunded or disputed payments. Restores the credit if the refund failed or the
   * dispute was won. A repeated call does no harm.
   */
  withholdCredit: (customerId: string) => Promise<void>;
  /** Restarts a subscription's first period if credit can pay for it. A repeated call does no harm. */
  startNow: (subscriptionId: string) => Promise<void>;
  /** If a page is paid before it closes, the payment counts. */
  closePages: (customerId: string) => Promise<void>;
  /** For an ended recurring subscription. A repeated call does no harm. */
  voidInvoices: (subscriptionId: string) => Promise<void>;
  /**
   * Ends the customer's plans at once and without refunds, then deletes the customer. Marks payments in progress, so
   * that they are refunded when they arrive. A repeated call does no harm.
   */
  closeCustomer: (customerId: string) => Promise<void>;
  /**
   * Refunds payments that were in progress when the account was closed, and bills paid after their subscription ended.
   * Returns true if there are such payments. A repeated call does no harm.
   */
  refundLate: (customerId: string) => Promise<boolean>;
  /**
   * A repeated call does no harm.
   * @throws Refusal "bad_request" if the payment does not exist
   */
  notePaid: (payment: LatePayment) => Promise<void>;
  /** @throws Refusal "not_recurring" */
  openPortal: (customerId: string, returnUrl: string) => Promise<string>;
  /** @throws Refusal "bad_signature", "bad_request" */
  readEvent: (rawBody: string, signature: string) => Promise<PaymentEvent>;
};
