import { Refusal } from "../../domain/refusal.ts";
import type { SessionCheck } from "../accounts/session-check.ts";
import type { UserDirectory } from "../accounts/user-directory.ts";
import type { ConnectionGateway } from "../connections/connection-gateway.ts";
import { endConnections } from "../connections/end-connections.ts";
import type { ExportFiles } from "../files/export-files.ts";
import { refuseEndedSession } from "../guards/refuse-ended-session.ts";
import { type Call, onHttp } from "../http.ts";
import type { Payments } from "../payments/payments.ts";
import {
  closedAccounts,
  completedScenarios,
  connectionGateway,
  connections,
  exportFiles,
  payments,
  profiles,
  progress,
  sessionCheck,
  subscriptions,
  users,
} from "../services.ts";
import type { ClosedAccounts } from "../store/closed-accounts.ts";
import type { CompletedScenarios } from "../store/completed-scenarios.ts";
import type { Connections } from "../store/connections.ts";
import type { Profiles } from "../store/profiles.ts";
import type { ProgressStore } from "../store/progress.ts";
import type { Subscriptions } from "../store/subscriptions.ts";

export type DeletionServices = {
  sessionCheck: SessionCheck;
  closedAccounts: ClosedAccounts;
  connections: Pick<Connections, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
  subscriptions: Pick<Subscriptions, "get" | "remove">;
  payments: Pick<Payments, "closeCustomer">;
  progress: Pick<ProgressStore, "removeAll">;
  completedScenarios: Pick<CompletedScenarios, "removeAll">;
  exportFiles: Pick<ExportFiles, "removeAll">;
  profiles: Pick<Profiles, "remove">;
  users: Pick<UserDirectory, "remove">;
};

/** The provider's news of the end of the plan may write the row in between, this often at most. */
const mostTries = 8;

/** The row goes only as it was read, so that no customer whom somebody bound to it meanwhile is forgotten. */
async function endPlan(userId: string, { subscriptions, payments }: DeletionServices): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const row = await subscriptions.get(userId);
    if (!row) return;
    if (row.stripe_customer_id) await payments.closeCustomer(row.stripe_customer_id);
    if (await subscriptions.remove(row)) return;
  }
  throw new Refusal("changed_meanwhile", "Your plan has just changed. Please try again.");
}

/**
 * Deletes the caller's account and everything held on them, if the session that asks for it holds. Whatever fails, the call may be repeated: each step finds
 * done what was done. From the first step on the account takes nothing in any more; the user goes last, without whom
 * nobody could repeat the call.
 * Why: docs/decisions/0036-deleting-an-account.md
 */
export async function deleteUser(
  { caller, request }: Pick<Call<"delete-user">, "caller" | "request">,
  services: DeletionServices,
) {
  const { userId } = caller;
  const done = { deleted: true as const };
  const state = await services.closedAccounts.stateOf(userId);
  if (state === "closed") return done;
  // What has begun may be finished by any token that is left: the user may be gone, and all sessions with them.
  if (state === null) await refuseEndedSession(services.sessionCheck, request);
  await services.closedAccounts.begin(userId);
  await endConnections(userId, services);
  await endPlan(userId, services);
  await Promise.all([
    services.progress.removeAll(userId),
    services.completedScenarios.removeAll(userId),
    services.exportFiles.removeAll(userId),
  ]);
  await services.profiles.remove(userId);
  await services.users.remove(caller);
  await services.closedAccounts.finish(userId);
  return done;
}

export const handler = onHttp("delete-user", deleteUser, {
  closedAccounts,
  completedScenarios,
  connectionGateway,
  connections,
  exportFiles,
  payments,
  profiles,
  progress,
  sessionCheck,
  subscriptions,
  users,
});
