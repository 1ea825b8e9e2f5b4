import type { DatabaseSync } from "node:sqlite";
import { itemOf, type Kind, type Stored, type StoredByKind, type StoredSubscription } from "./stored.ts";

/** Source: "Subscription statuses", Stripe's documentation. */
const incompleteSeconds = 23 * 3600;

function subscriptionDueAt(subscription: StoredSubscription): number | null {
  const { status, local, created, cancel_at, pending_update } = subscription;
  if (status === "incomplete") return local.awaitsPayment ? null : created + incompleteSeconds;
  if (status !== "active" && status !== "past_due" && status !== "trialing") return null;
  const { current_period_end } = itemOf(subscription);
  const instants = [current_period_end, cancel_at, pending_update?.expires_at];
  return Math.min(...instants.filter((at) => typeof at === "number"));
}

/** Returns the time of the object's next automatic change, in seconds since 1970. */
function dueAt(object: Stored): number | null {
  switch (object.object) {
    case "checkout.session":
      return object.status === "open" ? object.expires_at : null;
    case "subscription":
      return subscriptionDueAt(object);
    case "invoice":
      return object.status === "open" ? object.next_payment_attempt : null;
    default:
      return null;
  }
}

export type Store = {
  put: (object: Stored) => void;
  find: <Name extends Kind>(kind: Name, id: string) => StoredByKind[Name] | null;
  findAny: (id: string) => Stored | null;
  /** Newest first. */
  list: <Name extends Kind>(kind: Name, where?: { field: string; value: string }) => StoredByKind[Name][];
  /** Times are in seconds since 1970. */
  firstDue: (now: number) => { object: Stored; due: number } | null;
  readSetting: (name: string) => string | null;
  writeSetting: (name: string, value: string) => void;
};

const schema = `
  CREATE TABLE IF NOT EXISTS stripe_objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, due_at INTEGER, json TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS stripe_objects_by_kind ON stripe_objects (kind, seq);
  CREATE INDEX IF NOT EXISTS stripe_objects_by_customer ON stripe_objects (kind, json_extract(json, '$.customer'));
  CREATE INDEX IF NOT EXISTS stripe_objects_by_invoice ON stripe_objects (kind, json_extract(json, '$.invoice'));
  CREATE INDEX IF NOT EXISTS stripe_objects_due ON stripe_objects (due_at, seq) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS stripe_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);`;

type Row = Record<string, unknown> | undefined;

export function openStore(state: DatabaseSync): Store {
  state.exec(schema);
  const put = state.prepare(
    `INSERT INTO stripe_objects (id, kind, due_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, json = excluded.json`,
  );
  const find = state.prepare("SELECT kind, json FROM stripe_objects WHERE id = ?");
  const due = state.prepare("SELECT due_at, json FROM stripe_objects WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1");
  const readSetting = state.prepare("SELECT value FROM stripe_settings WHERE name = ?");
  const writeSetting = state.prepare("INSERT OR REPLACE INTO stripe_settings (name, value) VALUES (?, ?)");
  // The cast is safe, because only `put` writes the column `json`, and `put` accepts only stored objects.
  const parse = (row: Row) => JSON.parse(String(row?.["json"])) as Stored;
  return {
    put: (object) => void put.run(object.id, object.object, dueAt(object), JSON.stringify(object)),
    find: <Name extends Kind>(kind: Name, id: string) => {
      const row = find.get(id);
      return row?.["kind"] === kind ? (parse(row) as StoredByKind[Name]) : null;
    },
    findAny: (id) => {
      const row = find.get(id);
      return row ? parse(row) : null;
    },
    list: <Name extends Kind>(kind: Name, where?: { field: string; value: string }) => {
      const filter = where ? `AND json_extract(json, '$.${where.field}') = ?` : "";
      const select = state.prepare(`SELECT json FROM stripe_objects WHERE kind = ? ${filter} ORDER BY seq DESC`);
      return (where ? select.all(kind, where.value) : select.all(kind)).map(parse) as StoredByKind[Name][];
    },
    firstDue: (now) => {
      const row = due.get(now);
      return row ? { object: parse(row), due: Number(row["due_at"]) } : null;
    },
    readSetting: (name) => {
      const row = readSetting.get(name);
      return row ? String(row["value"]) : null;
    },
    writeSetting: (name, value) => void writeSetting.run(name, value),
  };
}

export function inTransaction<Result>(state: DatabaseSync, action: () => Result): Result {
  state.exec("BEGIN IMMEDIATE");
  try {
    const result = action();
    state.exec("COMMIT");
    return result;
  } catch (error) {
    state.exec("ROLLBACK");
    throw error;
  }
}
