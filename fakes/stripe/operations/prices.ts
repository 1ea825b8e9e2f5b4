import * as z from "zod/mini";
import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { type Metadata, newId, type StoredPrice } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Bool, changedMetadata, Int, listOf, MetadataChange, Text } from "../protocol/parameters.ts";

type NewPrice = {
  product: string;
  /** In cents. */
  unitAmount: number;
  currency: string;
  isMonthly: boolean;
  lookupKey?: string | undefined;
  metadata?: Metadata;
};

const everyMonth: NonNullable<StoredPrice["recurring"]> = {
  interval: "month",
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: "licensed",
};

export function addPrice(
  account: Account,
  { product, unitAmount, currency, isMonthly, ...rest }: NewPrice,
): StoredPrice {
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
    nickname: null,
    product,
    recurring: isMonthly ? everyMonth : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: isMonthly ? "recurring" : "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
  return addObject(account, price, "price.created");
}

/** Also finds inactive prices. */
export function findPrice(account: Account, lookupKey: string): StoredPrice | null {
  return account.store.list("price", { field: "lookup_key", value: lookupKey })[0] ?? null;
}

function takeLookupKey(account: Account, key: string, isTransfer: boolean): void {
  const holder = findPrice(account, key);
  if (!holder) return;
  if (!isTransfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, { code: "resource_already_exists", param: "lookup_key" });
  }
  updateObject(account, holder, { lookup_key: null }, "price.updated");
}

const creatable = {
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  product: Text,
  unit_amount: Int.check(z.refine((cents) => cents >= 0)),
  lookup_key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  transfer_lookup_key: z.optional(Bool),
  metadata: z.optional(MetadataChange),
  recurring: z.optional(z.strictObject({ interval: z.literal("month") })),
};

const create = operation("POST", "/prices", creatable, (account, parameters) => {
  const { product, lookup_key, transfer_lookup_key = false, metadata } = parameters;
  requireObject(account, "product", product, "product");
  if (lookup_key !== undefined) takeLookupKey(account, lookup_key, transfer_lookup_key);
  return addPrice(account, {
    product,
    unitAmount: parameters.unit_amount,
    currency: parameters.currency,
    isMonthly: parameters.recurring !== undefined,
    lookupKey: lookup_key,
    metadata: changedMetadata({}, metadata),
  });
});

const filters = {
  active: z.optional(Bool),
  lookup_keys: z.optional(listOf(Text).check(z.maxLength(10))),
};
const list = listOperation("/prices", filters, (account, { active, lookup_keys }) =>
  account.store
    .list("price")
    .filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (lookup_keys === undefined || (price.lookup_key !== null && lookup_keys.includes(price.lookup_key))),
    ),
);

export const priceOperations = [create, list];
