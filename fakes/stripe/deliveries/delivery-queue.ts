import type { DatabaseSync } from "node:sqlite";

export type PendingDelivery = { id: number; eventId: string; attempts: number };

export type DeliveryQueue = {
  first: (except: readonly number[], upTo: number) => PendingDelivery | null;
  pending: () => PendingDelivery[];
  count: () => number;
  lastId: () => number;
  markDelivered: (id: number) => void;
  markFailed: (id: number) => void;
  add: (eventId: string) => void;
  reorder: (ids: readonly number[]) => void;
};

const deliveryOf = (row: Record<string, unknown>): PendingDelivery => ({
  id: Number(row["id"]),
  eventId: String(row["event_id"]),
  attempts: Number(row["attempts"]),
});

/** The table must exist: `openEventLog` creates it. */
export function openDeliveryQueue(state: DatabaseSync): DeliveryQueue {
  const pending = "FROM stripe_deliveries WHERE delivered = 0";
  const first = state.prepare(
    `SELECT * ${pending} AND id <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY position LIMIT 1`,
  );
  const all = state.prepare(`SELECT * ${pending} ORDER BY position`);
  const count = state.prepare(`SELECT count(*) AS count ${pending}`);
  const last = state.prepare("SELECT coalesce(max(id), 0) AS id FROM stripe_deliveries");
  const deliver = state.prepare("UPDATE stripe_deliveries SET delivered = 1, attempts = attempts + 1 WHERE id = ?");
  const fail = state.prepare("UPDATE stripe_deliveries SET attempts = attempts + 1 WHERE id = ?");
  const add = state.prepare(
    `INSERT INTO stripe_deliveries (event_id, position)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM stripe_deliveries))`,
  );
  const place = state.prepare("UPDATE stripe_deliveries SET position = ? WHERE id = ?");
  return {
    first: (except, upTo) => {
      const row = first.get(upTo, JSON.stringify(except));
      return row ? deliveryOf(row) : null;
    },
    pending: () => all.all().map(deliveryOf),
    count: () => Number(count.get()?.["count"]),
    lastId: () => Number(last.get()?.["id"]),
    markDelivered: (id) => void deliver.run(id),
    markFailed: (id) => void fail.run(id),
    add: (eventId) => void add.run(eventId),
    reorder: (ids) => {
      const positions = all.all().map((row) => Number(row["position"]));
      for (const [index, id] of ids.entries()) place.run(positions[index] ?? 0, id);
    },
  };
}
