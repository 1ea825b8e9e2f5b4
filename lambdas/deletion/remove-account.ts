import type { UserDirectory } from "../accounts/user-directory.ts";
import { type ConnectionGateway, endConnections } from "../connections/connection-gateway.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import type { CallCountStore } from "../store/call-counts.ts";
import type { CompletedScenarioStore } from "../store/completed-scenarios.ts";
import { retryUntilWritten } from "../store/conditional-writes.ts";
import type { ConnectionStore } from "../store/connections.ts";
import type { ExamAttemptStore } from "../store/exam-attempts.ts";
import type { ProfileStore } from "../store/profiles.ts";
import type { ProgressStore } from "../store/progress.ts";
import type { StudyChangeStore } from "../store/study-changes.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { removeSharing, type SharingRemoval } from "./remove-sharing.ts";

export type RemovalServices = SharingRemoval & {
  connections: Pick<ConnectionStore, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
  subscriptions: Pick<SubscriptionStore, "get" | "remove">;
  payments: Pick<PaymentProvider, "closeCustomer">;
  progress: Pick<ProgressStore, "removeAll">;
  completedScenarios: Pick<CompletedScenarioStore, "removeAll">;
  examAttempts: Pick<ExamAttemptStore, "removeAll">;
  studyChanges: Pick<StudyChangeStore, "removeAll">;
  callCounts: Pick<CallCountStore, "removeAll">;
  exportFiles: Pick<ExportFiles, "removeAll">;
  profiles: Pick<ProfileStore, "remove">;
  users: Pick<UserDirectory, "remove">;
};

/** Repeats the steps if the row has changed meanwhile, because another call may have added a customer to the row. */
async function removePlan(userId: string, { subscriptions, payments }: RemovalServices): Promise<void> {
  await retryUntilWritten("Your plan", async () => {
    const row = await subscriptions.get(userId);
    if (!row) return true;
    // A bank may still be paying for a single month of a former customer.
    const customers = [...(row.former_customer_ids ?? []), ...(row.stripe_customer_id ? [row.stripe_customer_id] : [])];
    for (const customer of customers) await payments.closeCustomer(customer);
    return (await subscriptions.remove(row)) ? true : null;
  });
}

/** The account must already be marked as closing or closed. Every step is idempotent. */
export async function removeAccount(
  { userId, username }: { userId: string; username: string | undefined },
  services: RemovalServices,
): Promise<void> {
  await endConnections(userId, services);
  await removePlan(userId, services);
  await removeSharing(userId, services);
  await Promise.all([
    services.progress.removeAll(userId),
    services.completedScenarios.removeAll(userId),
    services.examAttempts.removeAll(userId),
    services.studyChanges.removeAll(userId),
    services.callCounts.removeAll(userId),
    services.exportFiles.removeAll(userId),
  ]);
  await services.profiles.remove(userId);
  if (username !== undefined) await services.users.remove({ userId, username });
}
