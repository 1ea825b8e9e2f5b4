import type { UserDirectory } from "../accounts/user-directory.ts";
import { type ConnectionGateway, endConnections } from "../connections/connection-gateway.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { Payments } from "../payments/payments.ts";
import type { CallCounts } from "../store/call-counts.ts";
import type { CompletedScenarios } from "../store/completed-scenarios.ts";
import { untilWritten } from "../store/conditional-writes.ts";
import type { Connections } from "../store/connections.ts";
import type { ExamAttempts } from "../store/exam-attempts.ts";
import type { Profiles } from "../store/profiles.ts";
import type { ProgressStore } from "../store/progress.ts";
import type { Subscriptions } from "../store/subscriptions.ts";

export type RemovalServices = {
  connections: Pick<Connections, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
  subscriptions: Pick<Subscriptions, "get" | "remove">;
  payments: Pick<Payments, "closeCustomer">;
  progress: Pick<ProgressStore, "removeAll">;
  completedScenarios: Pick<CompletedScenarios, "removeAll">;
  examAttempts: Pick<ExamAttempts, "removeAll">;
  callCounts: Pick<CallCounts, "removeAll">;
  exportFiles: Pick<ExportFiles, "removeAll">;
  profiles: Pick<Profiles, "remove">;
  users: Pick<UserDirectory, "remove">;
};

/** The row is removed only if it is unchanged, so that a customer who was bound to it meanwhile is not lost. */
async function endPlan(userId: string, { subscriptions, payments }: RemovalServices): Promise<void> {
  await untilWritten("Your plan", async () => {
    const row = await subscriptions.get(userId);
    if (!row) return true;
    // A bank may still be paying for a month that was bought by a former customer.
    const customers = [...(row.former_customer_ids ?? []), ...(row.stripe_customer_id ? [row.stripe_customer_id] : [])];
    for (const customer of customers) await payments.closeCustomer(customer);
    return (await subscriptions.remove(row)) ? true : null;
  });
}

/**
 * Removes everything that is stored about a learner, and the user of that name, if one is given, last. The account must
 * be marked as closed before. Every step is idempotent, so a removal that failed can be repeated.
 */
export async function removeAccount(
  { userId, username }: { userId: string; username: string | undefined },
  services: RemovalServices,
): Promise<void> {
  await endConnections(userId, services);
  await endPlan(userId, services);
  await Promise.all([
    services.progress.removeAll(userId),
    services.completedScenarios.removeAll(userId),
    services.examAttempts.removeAll(userId),
    services.callCounts.removeAll(userId),
    services.exportFiles.removeAll(userId),
  ]);
  await services.profiles.remove(userId);
  if (username !== undefined) await services.users.remove({ userId, username });
}
