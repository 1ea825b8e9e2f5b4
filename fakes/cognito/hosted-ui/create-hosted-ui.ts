import type { DatabaseSync } from "node:sqlite";
import type { Pool } from "../pool/pool.ts";
import { type AuthorizationCodes, openAuthorizationCodes } from "./authorization-codes.ts";
import { type GoogleAccounts, openGoogleAccounts } from "./google-accounts.ts";

export type HostedUi = {
  signInReturnUrls: readonly string[];
  clientId: string;
  pool: Pool;
  googleAccounts: GoogleAccounts;
  authorizationCodes: AuthorizationCodes;
};

export function createHostedUi(state: DatabaseSync, pool: Pool, signInReturnUrls: readonly string[]): HostedUi {
  return {
    signInReturnUrls,
    clientId: pool.clientId,
    pool,
    googleAccounts: openGoogleAccounts(state),
    authorizationCodes: openAuthorizationCodes(state, pool.now),
  };
}
