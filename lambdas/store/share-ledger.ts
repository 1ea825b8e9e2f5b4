import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import type { LiveShare } from "../../domain/sharing/share-access.ts";
import { isWritten, retryUntilWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { shareRows } from "./share-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type LedgerEntry = LiveShare & { ends_at: string };

export type ShareLedger = {
  /**
   * Adds a share to the learner's live shares, unless `refuse` throws. Adding a live share again has no effect.
   * @param refuse gets the shares that are live at `now`
   * @throws Refusal "changed_meanwhile", "account_closing", "user_gone", and those of `refuse`
   */
  enter: (userId: string, entry: LedgerEntry, now: Date, refuse: (live: readonly LiveShare[]) => void) => Promise<void>;
  /** @throws Refusal "changed_meanwhile", "account_closing", "user_gone" */
  strike: (userId: string, shareId: string, now: Date) => Promise<void>;
};

const Row = z.object({
  revision: z.int(),
  live: z.record(z.string(), z.object({ bytes: z.int(), ends_at: Instant })),
});
type Ledger = z.infer<typeof Row>;

const noLedger: Ledger = { revision: 0, live: {} };

const withoutEnded = (live: Ledger["live"], now: Date): Ledger["live"] =>
  Object.fromEntries(Object.entries(live).filter(([, { ends_at }]) => Date.parse(ends_at) > now.getTime()));

/**
 * Stores the sizes of a learner's live shares in one row, so that concurrent requests cannot exceed the allowance
 * together.
 */
export function createShareLedger(store: DocumentStore, tableName: string, refuseClosed: RefuseClosed): ShareLedger {
  const keyOf = (userId: string) => ({ user_id: userId, share_row: shareRows.ledger });
  const read = async (userId: string): Promise<Ledger> => {
    const { Item } = await store.send(
      new GetCommand({ TableName: tableName, Key: keyOf(userId), ConsistentRead: true }),
    );
    return Item ? Row.parse(Item) : noLedger;
  };
  const replace = (userId: string, { revision }: Ledger, live: Ledger["live"]): Promise<boolean> => {
    const Key = keyOf(userId);
    const put = new PutCommand({
      TableName: tableName,
      Item: { ...Key, revision: revision + 1, live },
      ...(revision === 0
        ? { ConditionExpression: "attribute_not_exists(user_id)" }
        : { ConditionExpression: "revision = :read", ExpressionAttributeValues: { ":read": revision } }),
      ReturnValues: "ALL_OLD",
    });
    return isWritten(writeRow(store, refuseClosed, { userId, TableName: tableName, Key }, () => store.send(put)));
  };
  return {
    enter: async (userId, { share_id, ...entry }, now, refuse) => {
      await retryUntilWritten("Your list of links", async () => {
        const ledger = await read(userId);
        const live = withoutEnded(ledger.live, now);
        refuse(Object.entries(live).map(([id, { bytes }]) => ({ share_id: id, bytes })));
        if (Object.hasOwn(live, share_id)) return true;
        return (await replace(userId, ledger, { ...live, [share_id]: entry })) ? true : null;
      });
    },
    strike: async (userId, shareId, now) => {
      await retryUntilWritten("Your list of links", async () => {
        const ledger = await read(userId);
        if (!Object.hasOwn(ledger.live, shareId)) return true;
        const { [shareId]: _, ...live } = withoutEnded(ledger.live, now);
        return (await replace(userId, ledger, live)) ? true : null;
      });
    },
  };
}
