import { itemOf, newId, type StoredLine, type StoredPrice, type StoredSubscription } from "../account/stored.ts";

type NewLine = {
  price: StoredPrice;
  /** In cents; negative for a credit. */
  amount: number;
  period: { start: number; end: number };
  isProration: boolean;
  description: string;
};

function invoiceLine(subscription: StoredSubscription, line: NewLine): StoredLine {
  const { price, amount, period, isProration, description } = line;
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? newId("ii") : null,
        proration: isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: itemOf(subscription).id,
      },
      type: "subscription_item_details",
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: "1",
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

export function periodLine(subscription: StoredSubscription): StoredLine {
  const { price, current_period_start, current_period_end } = itemOf(subscription);
  const isTrial = subscription.status === "trialing";
  const name = price.lookup_key ?? price.id;
  return invoiceLine(subscription, {
    price,
    amount: isTrial ? 0 : price.unit_amount,
    period: { start: current_period_start, end: current_period_end },
    isProration: false,
    description: isTrial ? `Trial period for ${name}` : `1 × ${name}`,
  });
}

export function prorationLines(subscription: StoredSubscription, newPrice: StoredPrice, now: number): StoredLine[] {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const share = subscription.status === "trialing" ? 0 : Math.max(0, end - now) / (end - start);
  const line = (of: StoredPrice, sign: 1 | -1) =>
    invoiceLine(subscription, {
      price: of,
      amount: sign * Math.round(of.unit_amount * share),
      period: { start: now, end },
      isProration: true,
      description: `${sign < 0 ? "Unused" : "Remaining"} time on ${of.lookup_key ?? of.id}`,
    });
  return [line(price, -1), line(newPrice, 1)];
}
