import { type Account, addObject } from "../account/account.ts";
import { newId, type StoredPaymentMethod } from "../account/stored.ts";

/**
 * While the customer is not present, "renewals-fail" is declined, and "asks" requires the cardholder's confirmation
 * (3-D Secure). The digits in `last4` are those of Stripe's test cards: https://docs.stripe.com/testing
 */
export const paymentMethodKinds = ["works", "renewals-fail", "asks", "declined", "bank"] as const;
export type PaymentMethodKind = (typeof paymentMethodKinds)[number];

const last4: Readonly<Record<Exclude<PaymentMethodKind, "bank">, string>> = {
  works: "4242",
  "renewals-fail": "0341",
  asks: "3184",
  declined: "0002",
};

const bankAccount: NonNullable<StoredPaymentMethod["us_bank_account"]> = {
  account_holder_type: "individual",
  account_type: "checking",
  bank_name: "STRIPE TEST BANK",
  financial_connections_account: null,
  fingerprint: null,
  last4: "6789",
  networks: null,
  routing_number: "110000000",
  status_details: null,
};

const cardOf = (digits: string): NonNullable<StoredPaymentMethod["card"]> => ({
  brand: "visa",
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "US",
  display_brand: "visa",
  exp_month: 12,
  exp_year: 2099,
  fingerprint: null,
  funding: "credit",
  generated_from: null,
  last4: digits,
  networks: { available: ["visa"], preferred: null },
  regulated_status: "unregulated",
  three_d_secure_usage: { supported: true },
  wallet: null,
});

export function addPaymentMethod(account: Account, customer: string, kind: PaymentMethodKind): StoredPaymentMethod {
  const method: StoredPaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: account.now,
    customer: kind === "declined" ? null : customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    ...(kind === "bank"
      ? { type: "us_bank_account", us_bank_account: bankAccount }
      : { type: "card", card: cardOf(last4[kind]) }),
  };
  return addObject(account, method, kind === "declined" ? undefined : "payment_method.attached");
}

/** "Unattended" means that the customer is not present. */
export function unattendedOutcome({ card }: StoredPaymentMethod): "succeeds" | "declines" | "asks" {
  if (card?.last4 === last4.asks) return "asks";
  return card?.last4 === last4["renewals-fail"] || card?.last4 === last4.declined ? "declines" : "succeeds";
}

const decliningSetting = "declining";

export function isDeclining({ store }: Pick<Account, "store">): boolean {
  return store.readSetting(decliningSetting) === "yes";
}

export function setDeclining({ store }: Pick<Account, "store">, isOn: boolean): void {
  store.writeSetting(decliningSetting, isOn ? "yes" : "no");
}
