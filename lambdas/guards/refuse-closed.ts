import { Refusal } from "../../domain/refusal.ts";
import type { ClosedAccounts } from "../store/closed-accounts.ts";

/** What a caller is told whose user is gone. */
export const userGone = () => new Refusal("user_gone", "This account has been deleted.");

/**
 * Refuses a caller whose account is being deleted, or was.
 * @throws Refusal "account_closing", "user_gone"
 */
export async function refuseClosed(accounts: Pick<ClosedAccounts, "stateOf">, userId: string): Promise<void> {
  const state = await accounts.stateOf(userId);
  if (state === "closed") throw userGone();
  if (state === "closing") {
    throw new Refusal("account_closing", "This account is being deleted. Delete it again to finish.");
  }
}
