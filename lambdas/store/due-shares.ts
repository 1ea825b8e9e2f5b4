import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import type { DocumentStore } from "./document-store.ts";
import { expiryGroup, mailGroup, type ShareKey, shareRows } from "./share-rows.ts";

export type ExpiredShare = ShareKey & { teachers: string[] };

/** `mailedAt` is the time of the learner's previous email about feedback. */
export type DueMail = { userId: string; shareId: string; dueAt: string; mailedAt: string | undefined };

export type DueShareStore = {
  /** Pages of shares whose links expired on a UTC day, the earliest first. */
  expiredOn: (day: Date, now: Date) => AsyncIterable<ExpiredShare[]>;
  mailsDueOn: (day: Date, now: Date) => AsyncIterable<DueMail[]>;
};

const ExpiredRow = z.object({ user_id: z.string(), share_row: z.string(), teachers: z.optional(z.set(z.string())) });
const MailRow = z.object({
  user_id: z.string(),
  share_id: z.string(),
  due_at: Instant,
  mailed_at: z.optional(Instant),
});

/** The index `due` contains only rows that wait for a scheduled run. */
export function createDueShareStore(store: DocumentStore, tableName: string): DueShareStore {
  async function* rowsOf(group: string, now: Date): AsyncIterable<Record<string, unknown>[]> {
    const pages = paginateQuery(
      { client: store, pageSize: 100 },
      {
        TableName: tableName,
        IndexName: "due",
        KeyConditionExpression: "due_group = :group AND due_at <= :now",
        ExpressionAttributeValues: { ":group": group, ":now": now.toISOString() },
      },
    );
    for await (const { Items = [] } of pages) yield Items;
  }
  return {
    expiredOn: async function* (day, now) {
      for await (const rows of rowsOf(expiryGroup(day.toISOString()), now)) {
        yield rows.map((row) => {
          const { user_id: userId, share_row, teachers = new Set() } = ExpiredRow.parse(row);
          return { userId, shareId: share_row.slice(shareRows.share.length), teachers: [...teachers] };
        });
      }
    },
    mailsDueOn: async function* (day, now) {
      for await (const rows of rowsOf(mailGroup(day.toISOString()), now)) {
        yield rows.map((row) => {
          const { user_id: userId, share_id: shareId, due_at: dueAt, mailed_at: mailedAt } = MailRow.parse(row);
          return { userId, shareId, dueAt, mailedAt };
        });
      }
    },
  };
}
