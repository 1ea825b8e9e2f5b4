import type { EventLog } from "./event-log.ts";
import { resourceMissing } from "./failure.ts";
import type { Store } from "./store.ts";
import { type Kind, type Stored, type StoredByKind, toApiObject } from "./stored.ts";

export type Account = {
  store: Store;
  events: Pick<EventLog, "find" | "list">;
  /** In seconds since 1970. */
  now: number;
  business: string;
  origin: string;
  /** `previous` contains the former values of changed fields. */
  publish: (type: string, object: object, previous?: object) => void;
};

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

/** Publishes an "….updated" event only if a field in the API has changed. */
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

/** @throws StripeFailure 404, or 400 if the id is from a parameter */
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

/** Newest first. */
export function listForCustomer<Name extends Kind>(
  account: Account,
  kind: Name,
  customer?: string,
): StoredByKind[Name][] {
  return account.store.list(kind, customer === undefined ? undefined : { field: "customer", value: customer });
}
