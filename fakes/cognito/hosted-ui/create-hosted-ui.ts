import type { DatabaseSync } from "node:sqlite";
import type { Pool } from "../pool/pool.ts";
import { type AuthorizationCodes, openAuthorizationCodes } from "./authorization-codes.ts";
import { type GoogleAccounts, openGoogleAccounts } from "./google-accounts.ts";

export type HostedUi = {
  /** The exact addresses to which a sign-in may return. */
  signInReturnUrls: readonly string[];
  clientId: string;
  pool: Pool;
  googleAccounts: GoogleAccounts;
  authorizationCodes: AuthorizationCodes;
};

/** Opens the hosted UI of a pool; its codes and accounts are in `state`. */
export function createHostedUi(state: DatabaseSync, pool: Pool, signInReturnUrls: readonly string[]): HostedUi {
  return {
    signInReturnUrls,
    clientId: pool.clientId,
    pool,
    googleAccounts: openGoogleAccounts(state),
    authorizationCodes: openAuthorizationCodes(state, pool.now),
  };
}
