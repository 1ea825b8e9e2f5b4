import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBClient, WriteRequest } from "@aws-sdk/client-dynamodb";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { localTableName } from "../../local/dynamodb.ts";

export const now = new Date("2026-11-21T09:30:00.000Z");
const recurringEvery = 4;

const batchSize = 25;
const inFlight = 4;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const at = (ms: number) => new Date(now.getTime() + ms).toISOString();

type Ending = { endDate: string; canExpire: boolean };

function item(userId: string, plan: string, purchase: string | null, ending: Ending | null) {
  return {
    user_id: { S: userId },
    plan_type: { S: plan },
    active: { BOOL: ending === null || ending.canExpire },
    start_date: { S: at(-60 * dayMs) },
    updated_at: { S: at(-40 * dayMs) },
    revision: { N: "1" },
    ...(purchase ? { stripe_customer_id: { S: `cus_${userId}` }, stripe_subscription_id: { S: purchase } } : {}),
    ...(ending ? { end_date: { S: ending.endDate } } : {}),
    ...(ending?.canExpire ? { expiry_day: { S: ending.endDate.slice(0, 10) } } : {}),
  };
}

export const dueId = (index: number) => `due-${index}`;
export const isRecurringDue = (index: number) => index % recurringEvery === 0;

/** Access ended on the day of `now` in three of four due rows, and 1 to 29 days before `now` in the others. */
function dueItem(index: number) {
  const ago = index % 4 === 3 ? ((index % 29) + 1) * dayMs : ((index % 500) + 1) * minuteMs;
  const purchase = `${isRecurringDue(index) ? "sub" : "pi"}_${index}`;
  return item(dueId(index), "pro", purchase, { endDate: at(-ago), canExpire: true });
}

/** Of ten such rows, four have no purchase, four are paid for up to 31 more days, and two ended in the last 30 days. */
function otherItem(index: number) {
  const id = `other-${index}`;
  const kind = index % 10;
  if (kind < 4) return item(id, "free", null, null);
  if (kind < 8) {
    const endDate = at(((index * 7919) % (31 * 24 * 60)) * minuteMs + minuteMs);
    return item(id, "plus", `${kind < 6 ? "sub" : "pi"}_${id}`, { endDate, canExpire: true });
  }
  const endDate = at(-(((index * 7919) % (30 * 24 * 60)) * minuteMs + minuteMs));
  return item(id, "free", `pi_${id}`, { endDate, canExpire: false });
}

async function writeBatch(client: DynamoDBClient, requests: WriteRequest[]): Promise<void> {
  const table = localTableName("subscriptions");
  for (let left = requests; left.length > 0; ) {
    const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
    left = UnprocessedItems?.[table] ?? [];
    if (left.length > 0) await wait(50);
  }
}

type MakeItem = (index: number) => ReturnType<typeof item>;

async function writeItems(client: DynamoDBClient, make: MakeItem, from: number, to: number): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) {
      const first = next;
      next = Math.min(to, next + batchSize);
      const indexes = Array.from({ length: next - first }, (_, at) => first + at);
      await writeBatch(
        client,
        indexes.map((index) => ({ PutRequest: { Item: make(index) } })),
      );
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

export function writeDue(client: DynamoDBClient, count: number): Promise<void> {
  return writeItems(client, dueItem, 0, count);
}

export function writeOthers(client: DynamoDBClient, from: number, to: number): Promise<void> {
  return writeItems(client, otherItem, from, to);
}
