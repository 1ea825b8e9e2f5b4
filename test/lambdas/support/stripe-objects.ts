/** In seconds since 1970. */
export const secondsOn = (day: number, month = 1): number => Date.UTC(2027, month - 1, day) / 1000;
export const isoOn = (day: number, month = 1): string => new Date(secondsOn(day, month) * 1000).toISOString();

type Fields = Record<string, unknown>;
const toStripeList = (...data: unknown[]) => ({ object: "list", data, has_more: false, url: "/" });

export const aPrice = (key: string | null, metadata: Record<string, string> = {}) => ({
  id: `price_${key}`,
  object: "price",
  lookup_key: key,
  metadata,
});

export const anItem = (fields: Fields = {}) => ({
  id: "si_1",
  object: "subscription_item",
  price: aPrice("parlance_pro_monthly"),
  current_period_start: secondsOn(1),
  current_period_end: secondsOn(1, 2),
  ...fields,
});

export const aSubscription = ({ items = [anItem()], ...fields }: Fields & { items?: unknown[] } = {}) => ({
  id: "sub_1",
  object: "subscription",
  customer: "cus_1",
  status: "active",
  created: secondsOn(1),
  cancel_at: null,
  cancel_at_period_end: false,
  items: toStripeList(...items),
  metadata: {},
  trial_end: null,
  ended_at: null,
  ...fields,
});

/** Each intent is an id or an object. */
export const anInvoice = (...intents: unknown[]) => ({
  id: "in_1",
  object: "invoice",
  status: "paid",
  created: secondsOn(1),
  status_transitions: { finalized_at: secondsOn(1) },
  total: 999 * intents.length,
  amount_due: 999 * intents.length,
  parent: { type: "subscription_details", subscription_details: { subscription: "sub_1" } },
  lines: toStripeList({ id: "il_1", object: "line_item", period: { start: secondsOn(1), end: secondsOn(1, 2) } }),
  payments: toStripeList(
    ...intents.map((payment_intent, nth) => ({
      id: `inpay_${nth}`,
      object: "invoice_payment",
      status: "paid",
      amount_paid: 999,
      payment: { type: "payment_intent", payment_intent },
    })),
  ),
});

/** As at Stripe, a negative amount is in the customer's favour. */
export const aTransaction = (amount: number, fields: Fields = {}) => ({
  id: "cbtxn_1",
  object: "customer_balance_transaction",
  type: "adjustment",
  created: secondsOn(2),
  amount,
  metadata: {},
  ...fields,
});

export const refundsOf = (...of: [cents: number, status: string][]) =>
  toStripeList(...of.map(([amount, status], nth) => ({ id: `re_${nth}`, object: "refund", amount, status })));

export const aCharge = (fields: Fields = {}) => ({
  id: "ch_1",
  object: "charge",
  created: secondsOn(2),
  amount: 999,
  refunded: false,
  amount_refunded: 0,
  disputed: false,
  ...fields,
});

export const anIntent = (fields: Fields = {}) => ({
  id: "pi_1",
  object: "payment_intent",
  amount: 999,
  status: "succeeded",
  created: secondsOn(1),
  metadata: { user_id: "asha", plan_type: "plus", billing: "once" },
  latest_charge: aCharge(),
  ...fields,
});

export const aSession = (fields: Fields = {}) => ({
  id: "cs_1",
  object: "checkout.session",
  customer: "cus_1",
  status: "open",
  created: secondsOn(1),
  url: "https://pay.example/cs_1",
  metadata: { lookup_key: "parlance_pro_monthly", origin: "https://app.example" },
  ...fields,
});
