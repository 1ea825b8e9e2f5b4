import { accountRoutes } from "../../domain/account-routes.ts";
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
  examAttempts,
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
import type { ExamAttempts } from "../store/exam-attempts.ts";
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
  examAttempts: Pick<ExamAttempts, "removeAll">;
  exportFiles: Pick<ExportFiles, "removeAll">;
  profiles: Pick<Profiles, "remove">;
  users: Pick<UserDirectory, "remove">;
};

/** How often to try again when a webhook about the ended plan has written the row in between. */
const mostTries = 8;

/** The row is removed only if it is unchanged, so that a customer who was bound to it meanwhile is not lost. */
async function endPlan(userId: string, { subscriptions, payments }: DeletionServices): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const row = await subscriptions.get(userId);
    if (!row) return;
    // A bank may still be paying for a month that was bought by a former customer.
    const customers = [...(row.former_customer_ids ?? []), ...(row.stripe_customer_id ? [row.stripe_customer_id] : [])];
    for (const customer of customers) await payments.closeCustomer(customer);
    if (await subscriptions.remove(row)) return;
  }
  throw new Refusal("changed_meanwhile", "Your plan has just changed. Please try again.");
}

/**
 * Deletes the caller's account and everything stored about them, provided that their session has not ended. Every step is
 * idempotent, so a call that failed can be repeated. From the first step on nothing new is stored for the account; the
 * Cognito user goes last, since without it nobody could repeat the call.
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
  // A deletion that has begun may be finished with any token that is still valid: the user and all sessions may be gone.
  if (state === null) await refuseEndedSession(services.sessionCheck, request);
  await services.closedAccounts.begin(userId);
  await endConnections(userId, services);
  await endPlan(userId, services);
  await Promise.all([
    services.progress.removeAll(userId),
    services.completedScenarios.removeAll(userId),
    services.examAttempts.removeAll(userId),
    services.exportFiles.removeAll(userId),
  ]);
  await services.profiles.remove(userId);
  await services.users.remove(caller);
  await services.closedAccounts.finish(userId);
  return done;
}

export const handler = onHttp(accountRoutes, "delete-user", deleteUser, {
  closedAccounts,
  completedScenarios,
  connectionGateway,
  connections,
  examAttempts,
  exportFiles,
  payments,
  profiles,
  progress,
  sessionCheck,
  subscriptions,
  users,
});
