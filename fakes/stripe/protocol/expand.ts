import type { Account } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import { inlineList, type Stored, toApiObject } from "../account/stored.ts";

const references = new Set(["latest_charge", "latest_invoice", "product", "subscription"]);

/** Stripe omits these fields if the request does not expand them. */
function readIncludable(account: Account, owner: Stored, name: string): unknown {
  const { store } = account;
  const list = (members: readonly Stored[], url: string) => inlineList(members.map(toApiObject), url);
  switch (`${owner.object}.${name}`) {
    case "invoice.payments":
      return list(
        store.list("invoice_payment", { field: "invoice", value: owner.id }),
        `/v1/invoice_payments?invoice=${owner.id}`,
      );
    case "charge.refunds":
      return list(store.list("refund", { field: "charge", value: owner.id }), `/v1/charges/${owner.id}/refunds`);
    default:
      return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function cannotExpand(path: string): Error {
  return invalidRequest(`This property cannot be expanded (${path}).`, { code: "property_expansion_failed" });
}

function propertyOf(account: Account, owner: Record<string, unknown>, name: string, path: string): unknown {
  const value = owner[name];
  const stored = typeof owner["id"] === "string" ? account.store.findAny(owner["id"]) : null;
  const extra = stored === null || value !== undefined ? undefined : readIncludable(account, stored, name);
  if (extra !== undefined) return extra;
  if (typeof value !== "string") {
    if (value === undefined) throw cannotExpand(path);
    return value;
  }
  const target = references.has(name) ? account.store.findAny(value) : null;
  if (!target) throw cannotExpand(path);
  return toApiObject(target);
}

function expandPath(account: Account, value: unknown, names: readonly string[], path: string): unknown {
  const [name, ...rest] = names;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => expandPath(account, member, names, path));
  if (!isObject(value)) throw cannotExpand(path);
  return { ...value, [name]: expandPath(account, propertyOf(account, value, name, path), rest, path) };
}

/**
 * Replaces the ids at `paths`, such as "data.latest_charge", by whole objects. Also adds the fields at `paths` that
 * Stripe omits otherwise.
 * @throws StripeFailure 400
 */
export function expand(account: Account, answer: object, paths: readonly string[]): unknown {
  let expanded: unknown = answer;
  for (const path of paths) {
    const names = path.split(".");
    if (names.length > 4) {
      throw invalidRequest(`You cannot expand more than 4 levels of a property: ${path}`, {
        code: "property_expansion_max_depth",
      });
    }
    expanded = expandPath(account, expanded, names, path);
  }
  return expanded;
}
