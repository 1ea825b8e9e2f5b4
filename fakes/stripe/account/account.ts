import type { EventLog } from "./event-log.ts";
import { noSuch } from "./failure.ts";
import type { Store } from "./store.ts";
import { type Kind, type Stored, type StoredByKind, shown } from "./stored.ts";

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
export function add<Of extends Stored>(account: Account, object: Of, type?: string): Of {
  account.store.put(object);
  if (type !== undefined) account.publish(type, shown(object));
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
export function change<Of extends Stored>(account: Account, object: Of, fields: Partial<Of>, type?: string): Of {
  const changed = { ...object, ...fields };
  account.store.put(changed);
  if (type === undefined) return changed;
  const isUpdate = type.endsWith(".updated");
  const previous = previousValues(shown(object), shown(changed));
  if (!isUpdate) account.publish(type, shown(changed));
  else if (Object.keys(previous).length > 0) account.publish(type, shown(changed), previous);
  return changed;
}

/**
 * The object with an id.
 * @throws StripeFailure 404, or 400 if a parameter named it
 */
export function need<Name extends Kind>(account: Account, kind: Name, id: string, param?: string): StoredByKind[Name] {
  const object = account.store.find(kind, id);
  if (!object) throw noSuch(kind.replace(".", " "), id, param);
  return object;
}

/** The objects of a kind that belong to a customer, newest first. */
export function ofCustomer<Name extends Kind>(account: Account, kind: Name, customer?: string): StoredByKind[Name][] {
  return account.store.list(kind, customer === undefined ? undefined : { field: "customer", value: customer });
}
