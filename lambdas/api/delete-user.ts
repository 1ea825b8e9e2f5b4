import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import { type RemovalServices, removeAccount } from "../deletion/remove-account.ts";
import { refuseEndedSession } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { closedAccounts, removalProviders, sessionCheck } from "../services.ts";
import type { ClosedAccountStore } from "../store/closed-accounts.ts";

export type DeletionServices = RemovalServices & {
  sessionCheck: SessionCheck;
  closedAccounts: Pick<ClosedAccountStore, "stateOf" | "begin" | "finish">;
};

/**
 * Marks the account first, so that concurrent calls leave no new data. Deletes the Cognito user after the data, because
 * the caller may have to log in again to repeat a failed deletion.
 * Why: docs/decisions/0036-delete-accounts-in-steps.md
 */
export async function deleteUser(
  { caller, request }: Pick<RouteCall<"delete-user">, "caller" | "request">,
  services: DeletionServices,
) {
  const done = { deleted: true as const };
  const state = await services.closedAccounts.stateOf(caller.userId);
  if (state === "closed") return done;
  // A deletion that has started needs no session check, because the user and all sessions may already be gone.
  if (state === null) await refuseEndedSession(services.sessionCheck, request);
  await services.closedAccounts.begin(caller);
  await removeAccount(caller, services);
  await services.closedAccounts.finish(caller.userId);
  return done;
}

export const handler = onHttp(accountRoutes, "delete-user", deleteUser, {
  ...removalProviders,
  closedAccounts,
  sessionCheck,
});
