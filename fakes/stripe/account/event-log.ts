import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { apiVersion, newId } from "./stored.ts";

export const StripeEvent = z.object({
  id: z.string(),
  object: z.literal("event"),
  api_version: z.string(),
  /** In seconds since 1970. */
  created: z.number(),
  data: z.object({
    object: z.looseObject({ id: z.string(), object: z.string() }),
    previous_attributes: z.optional(z.looseObject({})),
  }),
  livemode: z.boolean(),
  pending_webhooks: z.number(),
  request: z.object({ id: z.nullable(z.string()), idempotency_key: z.nullable(z.string()) }),
  type: z.string(),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/** The fields are null if no API request caused the event. */
export type EventCause = StripeEvent["request"];

export type EventLog = {
  record: (event: {
    type: string;
    object: object;
    previous: object | undefined;
    now: number;
    cause: EventCause;
  }) => void;
  find: (id: string) => StripeEvent | null;
  /** Newest first. */
  list: (limit: number) => StripeEvent[];
};

const schema = `
  CREATE TABLE IF NOT EXISTS stripe_events (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS stripe_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL REFERENCES stripe_events (id), position REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, delivered INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS stripe_deliveries_by_position ON stripe_deliveries (position);
  CREATE INDEX IF NOT EXISTS stripe_deliveries_pending ON stripe_deliveries (position) WHERE delivered = 0;
  CREATE INDEX IF NOT EXISTS stripe_deliveries_by_event ON stripe_deliveries (event_id);`;

export function openEventLog(state: DatabaseSync, sentTypes?: readonly string[]): EventLog {
  state.exec(schema);
  const insert = state.prepare("INSERT INTO stripe_events (id, json) VALUES (?, ?)");
  const insertDelivery = state.prepare(
    `INSERT INTO stripe_deliveries (event_id, position)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM stripe_deliveries))`,
  );
  const pending = "(SELECT count(*) FROM stripe_deliveries WHERE event_id = e.id AND delivered = 0) AS pending";
  const select = state.prepare(`SELECT json, ${pending} FROM stripe_events e WHERE id = ?`);
  const list = state.prepare(`SELECT json, ${pending} FROM stripe_events e ORDER BY seq DESC LIMIT ?`);
  const eventOf = (row: Record<string, unknown>): StripeEvent =>
    StripeEvent.parse({ ...JSON.parse(String(row["json"])), pending_webhooks: Number(row["pending"]) });
  return {
    record: ({ type, object, previous, now, cause }) => {
      const event = {
        id: newId("evt"),
        object: "event",
        api_version: apiVersion,
        created: now,
        data: previous === undefined ? { object } : { object, previous_attributes: previous },
        livemode: false,
        pending_webhooks: 0,
        request: cause,
        type,
      };
      insert.run(event.id, JSON.stringify(event));
      if (!sentTypes || sentTypes.includes(type)) insertDelivery.run(event.id);
    },
    find: (id) => {
      const row = select.get(id);
      return row ? eventOf(row) : null;
    },
    list: (limit) => list.all(limit).map(eventOf),
  };
}
