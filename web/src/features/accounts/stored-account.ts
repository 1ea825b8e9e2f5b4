import * as z from "zod/mini";
import { Account } from "../../../../domain/accounts/account.ts";
import { serverNow } from "../../browser/server-time.ts";
import { parseStored, readStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

const StoredAccount = z.object({
  version: z.literal(1),
  /** By the server's clock, in ms since 1970. */
  fetchedAtMs: z.number(),
  account: Account,
});
export type StoredAccount = z.infer<typeof StoredAccount>;

/** Stores the account, so that the learner can open the app without a network. */
export function storeAccount(userId: string, account: Account): void {
  const facts: StoredAccount = { version: 1, fetchedAtMs: serverNow().getTime(), account };
  writeStored(stored.account, JSON.stringify(facts), { learner: userId });
}

export function readStoredAccount(userId: string): StoredAccount | undefined {
  return parseStored(readStored(stored.account, { learner: userId }), StoredAccount);
}
