import * as z from "zod/mini";
import { type Account, add, change, need } from "./account.ts";
import { invalidRequest, notModelled } from "./failure.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { Bool, changedMetadata, emptyable, Int, listOf, MetadataChange, Positive, Text } from "./parameters.ts";
import { addProduct } from "./products.ts";
import type { Metadata, StoredPrice } from "./stored.ts";

type NewPrice = {
  product: string;
  /** In cents. */
  unitAmount: number;
  currency: string;
  /** How many months one payment is for; null for a price that is paid once. */
  months: number | null;
  lookupKey?: string | null | undefined;
  nickname?: string | null | undefined;
  metadata?: Metadata;
};

const recurringOf = (months: number): NonNullable<StoredPrice["recurring"]> => ({
  interval: months % 12 === 0 ? "year" : "month",
  interval_count: months % 12 === 0 ? months / 12 : months,
  meter: null,
  trial_period_days: null,
  usage_type: "licensed",
});

/** How many months a period of a recurring price has. */
export function monthsOf(price: StoredPrice): number {
  const { interval, interval_count } = price.recurring ?? { interval: "month", interval_count: 1 };
  return interval === "year" ? 12 * interval_count : interval_count;
}

/** Makes a price. */
export function addPrice(account: Account, { product, unitAmount, currency, months, ...rest }: NewPrice): StoredPrice {
  const price: StoredPrice = {
    id: newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: account.now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: rest.lookupKey ?? null,
    metadata: rest.metadata ?? {},
    nickname: rest.nickname ?? null,
    product,
    recurring: months === null ? null : recurringOf(months),
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: months === null ? "one_time" : "recurring",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
  return add(account, price, "price.created");
}

/** The price that has a lookup key; inactive ones keep theirs. */
export function findPrice(account: Account, lookupKey: string): StoredPrice | null {
  return account.store.list("price", { field: "lookup_key", value: lookupKey })[0] ?? null;
}

function takeLookupKey(account: Account, key: string, isTransfer: boolean, taker?: StoredPrice): void {
  const holder = findPrice(account, key);
  if (!holder || holder.id === taker?.id) return;
  if (isTransfer) change(account, holder, { lookup_key: null }, "price.updated");
  else {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, { code: "resource_already_exists", param: "lookup_key" });
  }
}

const Recurring = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.optional(Positive),
  usage_type: z.optional(z.literal("licensed")),
});

function monthsIn(recurring: z.infer<typeof Recurring> | undefined): number | null {
  if (!recurring) return null;
  const { interval, interval_count = 1 } = recurring;
  if (interval === "day" || interval === "week") throw notModelled(`prices per ${interval}`, "recurring[interval]");
  return interval === "year" ? interval_count * 12 : interval_count;
}

const shared = {
  active: z.optional(Bool),
  lookup_key: z.optional(emptyable(z.string().check(z.minLength(1), z.maxLength(200)))),
  transfer_lookup_key: z.optional(Bool),
  metadata: z.optional(MetadataChange),
  nickname: z.optional(emptyable(Text)),
  tax_behavior: z.optional(z.enum(["exclusive", "inclusive", "unspecified"])),
};
const creatable = {
  ...shared,
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  product: z.optional(Text),
  product_data: z.optional(z.strictObject({ name: Text, metadata: z.optional(MetadataChange) })),
  unit_amount: Int.check(z.refine((cents) => cents >= 0)),
  billing_scheme: z.optional(z.literal("per_unit")),
  recurring: z.optional(Recurring),
};

const create = operation("POST", "/prices", creatable, (account, parameters) => {
  const { product, product_data, lookup_key, transfer_lookup_key = false, active = true, metadata } = parameters;
  if ((product === undefined) === (product_data === undefined)) {
    throw invalidRequest("You must specify either `product` or `product_data` when creating a price.");
  }
  if (product !== undefined) need(account, "product", product, "product");
  const months = monthsIn(parameters.recurring);
  if (lookup_key) takeLookupKey(account, lookup_key, transfer_lookup_key);
  const made = product_data && addProduct(account, { name: product_data.name, metadata: product_data.metadata ?? {} });
  const price = addPrice(account, {
    product: product ?? made?.id ?? "",
    unitAmount: parameters.unit_amount,
    currency: parameters.currency,
    months,
    lookupKey: lookup_key,
    nickname: parameters.nickname,
    metadata: changedMetadata({}, metadata),
  });
  return change(account, price, { active, tax_behavior: parameters.tax_behavior ?? "unspecified" });
});

const retrieve = operation("GET", "/prices/:id", {}, (account, _, id) => need(account, "price", id));

const update = operation("POST", "/prices/:id", shared, (account, parameters, id) => {
  const price = need(account, "price", id);
  const { metadata, transfer_lookup_key = false, ...rest } = parameters;
  if (rest.lookup_key) takeLookupKey(account, rest.lookup_key, transfer_lookup_key, price);
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return change(account, price, { ...given, metadata: changedMetadata(price.metadata, metadata) }, "price.updated");
});

const filters = {
  active: z.optional(Bool),
  currency: z.optional(Text),
  product: z.optional(Text),
  type: z.optional(z.enum(["one_time", "recurring"])),
  lookup_keys: z.optional(listOf(Text).check(z.maxLength(10))),
};
const list = listOperation("/prices", filters, (account, { lookup_keys, ...wanted }) =>
  account.store
    .list("price")
    .filter(
      (price) =>
        (wanted.active === undefined || price.active === wanted.active) &&
        (wanted.currency === undefined || price.currency === wanted.currency) &&
        (wanted.product === undefined || price.product === wanted.product) &&
        (wanted.type === undefined || price.type === wanted.type) &&
        (lookup_keys === undefined || (price.lookup_key !== null && lookup_keys.includes(price.lookup_key))),
    ),
);

export const priceOperations = [create, list, retrieve, update];
