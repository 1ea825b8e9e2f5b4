import type { EventLog } from "./event-log.ts";
import { resourceMissing } from "./failure.ts";
import type { Store } from "./store.ts";
import { type Kind, type Stored, type StoredByKind, toApiObject } from "./stored.ts";

/** The Stripe account that the fake keeps, as one request or one due moment sees it. */
export type Account = {
  store: Store;
  events: Pick<EventLog, "find" | "list">;
  /** Seconds since 1970 on the local clock. */
  now: number;
  /** The name of the business whose account it is. */
  business: string;
  /** Where the fake's pages are. */
  origin: string;
  /** Records an event and has it delivered; `previous` holds the former values of what changed. */
  publish: (type: string, object: object, previous?: object) => void;
};

/** Stores a new object and tells of it, if `type` is given. */
export function addObject<Of extends Stored>(account: Account, object: Of, type?: string): Of {
  account.store.put(object);
  if (type !== undefined) account.publish(type, toApiObject(object));
  return object;
}

function previousValues(before: object, after: object): object {
  const present = new Map(Object.entries(after));
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present.get(name)),
  );
  return Object.fromEntries(changed);
}

/**
 * Stores an object with some fields changed. An event of `type` tells of it; for an "….updated" event only if something
 * that the API shows is other than before.
 */
export function updateObject<Of extends Stored>(account: Account, object: Of, fields: Partial<Of>, type?: string): Of {
  const changed = { ...object, ...fields };
  account.store.put(changed);
  if (type === undefined) return changed;
  const isUpdate = type.endsWith(".updated");
  const previous = previousValues(toApiObject(object), toApiObject(changed));
  if (!isUpdate) account.publish(type, toApiObject(changed));
  else if (Object.keys(previous).length > 0) account.publish(type, toApiObject(changed), previous);
  return changed;
}

/**
 * The object with an id.
 * @throws StripeFailure 404, or 400 if a parameter named it
 */
export function requireObject<Name extends Kind>(
  account: Account,
  kind: Name,
  id: string,
  param?: string,
): StoredByKind[Name] {
  const object = account.store.find(kind, id);
  if (!object) throw resourceMissing(kind.replace(".", " "), id, param);
  return object;
}

/** The objects of a kind that belong to a customer, newest first. */
export function listForCustomer<Name extends Kind>(
  account: Account,
  kind: Name,
  customer?: string,
): StoredByKind[Name][] {
  return account.store.list(kind, customer === undefined ? undefined : { field: "customer", value: customer });
}
