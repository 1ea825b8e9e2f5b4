import * as z from "zod/mini";
import { type Account, add, change, need } from "./account.ts";
import { invalidRequest } from "./failure.ts";
import { newId } from "./ids.ts";
import { listOperation, operation } from "./operation.ts";
import { Bool, changedMetadata, emptyable, listOf, MetadataChange, Text } from "./parameters.ts";
import type { Metadata, StoredProduct } from "./stored.ts";

type NewProduct = { id?: string | undefined; name: string; description?: string | null; metadata: Metadata };

/** Makes a product that can be bought. */
export function addProduct(account: Account, { id = newId("prod"), name, description = null, metadata }: NewProduct) {
  const product: StoredProduct = {
    id,
    object: "product",
    active: true,
    created: account.now,
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: account.now,
    url: null,
  };
  return add(account, product, "product.created");
}

const Features = z.optional(emptyable(listOf(z.strictObject({ name: Text }))));
const fields = {
  active: z.optional(Bool),
  description: z.optional(emptyable(Text)),
  marketing_features: Features,
  metadata: z.optional(MetadataChange),
  statement_descriptor: z.optional(Text),
  tax_code: z.optional(emptyable(Text)),
  unit_label: z.optional(emptyable(Text)),
  url: z.optional(emptyable(Text)),
};

const isGiven = ([, value]: [string, unknown]) => value !== undefined;

type Given = { marketing_features?: { name: string }[] | null | undefined };
function given({ marketing_features, ...rest }: Given & Record<string, unknown>): Partial<StoredProduct> {
  const features = marketing_features === undefined ? {} : { marketing_features: marketing_features ?? [] };
  return { ...Object.fromEntries(Object.entries(rest).filter(isGiven)), ...features };
}

const create = operation(
  "POST",
  "/products",
  { ...fields, id: z.optional(Text), name: Text },
  (account, { id, name, metadata, ...rest }) => {
    if (id !== undefined && account.store.findAny(id)) {
      throw invalidRequest(`Product already exists.`, { code: "resource_already_exists", param: "id" });
    }
    const product = addProduct(account, { id, name, metadata: changedMetadata({}, metadata) });
    return change(account, product, given(rest));
  },
);

const retrieve = operation("GET", "/products/:id", {}, (account, _, id) => need(account, "product", id));

const updatable = { ...fields, name: z.optional(Text), default_price: z.optional(Text) };
const update = operation("POST", "/products/:id", updatable, (account, { metadata, ...rest }, id) => {
  const product = need(account, "product", id);
  if (rest.default_price !== undefined) need(account, "price", rest.default_price, "default_price");
  const merged = changedMetadata(product.metadata, metadata);
  return change(account, product, { ...given(rest), metadata: merged, updated: account.now }, "product.updated");
});

const list = listOperation(
  "/products",
  { active: z.optional(Bool), ids: z.optional(listOf(Text)) },
  (account, { active, ids }) =>
    account.store
      .list("product")
      .filter((product) => (active === undefined || product.active === active) && (ids?.includes(product.id) ?? true)),
);

export const productOperations = [create, list, retrieve, update];
