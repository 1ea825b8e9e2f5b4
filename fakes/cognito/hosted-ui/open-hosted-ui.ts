import type { DatabaseSync } from "node:sqlite";
import type { Pool } from "../pool/pool.ts";
import { type AuthorizationCodes, openAuthorizationCodes } from "./authorization-codes.ts";
import { type GoogleAccounts, openGoogleAccounts } from "./google-accounts.ts";

/** Where the app client may send browsers back to, each address exactly. */
export type ReturnUrls = { signInReturnUrls: readonly string[]; signOutReturnUrls: readonly string[] };

export type HostedUi = ReturnUrls & {
  clientId: string;
  pool: Pool;
  googleAccounts: GoogleAccounts;
  authorizationCodes: AuthorizationCodes;
};

/** Opens the hosted UI of a pool; its codes and accounts are in `state`. */
export function openHostedUi(state: DatabaseSync, pool: Pool, returnUrls: ReturnUrls): HostedUi {
  return {
    ...returnUrls,
    clientId: pool.clientId,
    pool,
    googleAccounts: openGoogleAccounts(state),
    authorizationCodes: openAuthorizationCodes(state, pool.now),
  };
}
