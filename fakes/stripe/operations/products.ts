import * as z from "zod/mini";
import { type Account, addObject, requireObject, updateObject } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { type Metadata, newId, type StoredProduct } from "../account/stored.ts";
import { listOperation, operation } from "../protocol/operation.ts";
import { Bool, changedMetadata, listOf, MetadataChange, Text } from "../protocol/parameters.ts";

type NewProduct = { id?: string | undefined; name: string; metadata: Metadata };

export function addProduct(account: Account, { id = newId("prod"), name, metadata }: NewProduct) {
  const product: StoredProduct = {
    id,
    object: "product",
    active: true,
    created: account.now,
    default_price: null,
    description: null,
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
  return addObject(account, product, "product.created");
}

const create = operation(
  "POST",
  "/products",
  { id: z.optional(Text), name: Text, metadata: z.optional(MetadataChange) },
  (account, { id, name, metadata }) => {
    if (id !== undefined && account.store.findAny(id)) {
      throw invalidRequest("Product already exists.", { code: "resource_already_exists", param: "id" });
    }
    return addProduct(account, { id, name, metadata: changedMetadata({}, metadata) });
  },
);

const updatable = { active: z.optional(Bool), name: z.optional(Text) };
const update = operation("POST", "/products/:id", updatable, (account, given, id) => {
  const product = requireObject(account, "product", id);
  const { active = product.active, name = product.name } = given;
  return updateObject(account, product, { active, name, updated: account.now }, "product.updated");
});

const list = listOperation("/products", { ids: z.optional(listOf(Text)) }, (account, { ids }) =>
  account.store.list("product").filter((product) => ids?.includes(product.id) ?? true),
);

export const productOperations = [create, list, update];
