import * as z from "zod/mini";
import { Account } from "../../../../domain/accounts/account.ts";
import type { Profile } from "../../../../domain/accounts/profile.ts";
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

export function storeAccount(userId: string, account: Account): void {
  write(userId, { version: 1, fetchedAtMs: serverNow().getTime(), account });
}

/** Keeps `fetchedAtMs`, because the access without a network depends on the age of the stored subscription. */
export function storeProfile(userId: string, profile: Profile): void {
  const kept = readStoredAccount(userId);
  if (kept) write(userId, { ...kept, account: { ...kept.account, profile } });
}

function write(userId: string, facts: StoredAccount): void {
  writeStored(stored.account, JSON.stringify(facts), { learner: userId });
}

export function readStoredAccount(userId: string): StoredAccount | undefined {
  return parseStored(readStored(stored.account, { learner: userId }), StoredAccount);
}
