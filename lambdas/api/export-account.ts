import type { ExportLink } from "../../domain/accounts/account.ts";
import {
  AccountExport,
  exportFileName,
  exportLinkSeconds,
  exportNotes,
  exportVersion,
} from "../../domain/accounts/account-export.ts";
import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { DirectoryUser, NamedUser } from "../accounts/user-directory.ts";
import { limitCalls, refuseEndedSession, userGoneRefusal } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import {
  callCounts,
  clock,
  completedScenarios,
  connections,
  examAttempts,
  examMarkings,
  exportFiles,
  feedbackNotices,
  inboxes,
  profiles,
  progress,
  sessionCheck,
  shareComments,
  shares,
  shareTeachers,
  studyChanges,
  subscriptions,
  users,
} from "../services.ts";
import { exportSharing } from "../sharing/export-sharing.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  completedScenarios: pickMethods(completedScenarios, "list"),
  connections: pickMethods(connections, "listOf"),
  examAttempts: pickMethods(examAttempts, "list"),
  examMarkings: pickMethods(examMarkings, "listAll"),
  exportFiles: pickMethods(exportFiles, "store"),
  feedbackNotices: pickMethods(feedbackNotices, "get"),
  inboxes: pickMethods(inboxes, "listLearners", "listShares", "savedComments"),
  profiles: pickMethods(profiles, "get"),
  progress: pickMethods(progress, "list"),
  sessionCheck,
  shareComments: pickMethods(shareComments, "list"),
  shares: pickMethods(shares, "list"),
  shareTeachers: pickMethods(shareTeachers, "list"),
  studyChanges: pickMethods(studyChanges, "list"),
  subscriptions: pickMethods(subscriptions, "get"),
  users: pickMethods(users, "get"),
};
type Services = ProvidedServices<typeof providers>;

function toExportedAccount({ userId, username }: NamedUser, user: DirectoryUser): AccountExport["account"] {
  return {
    user_id: userId,
    username,
    provider: user.provider,
    email: user.email,
    email_verified: user.emailVerified,
    full_name: user.fullName,
    created_at: user.createdAt?.toISOString() ?? null,
    changed_at: user.changedAt?.toISOString() ?? null,
  };
}

async function collectExport(caller: NamedUser, now: Date, services: Services): Promise<AccountExport> {
  const { userId } = caller;
  const [user, profile, subscription, progress, completed, exams, markings, study, connections, sharing] =
    await Promise.all([
      services.users.get(caller),
      services.profiles.get(userId),
      services.subscriptions.get(userId),
      services.progress.list(userId),
      services.completedScenarios.list(userId),
      services.examAttempts.list(userId),
      services.examMarkings.listAll(userId),
      services.studyChanges.list(userId),
      services.connections.listOf(userId),
      exportSharing(userId, services),
    ]);
  if (!user) throw userGoneRefusal();
  const customer = subscription?.stripe_customer_id;
  return {
    version: exportVersion,
    made_at: now.toISOString(),
    account: toExportedAccount(caller, user),
    profile,
    subscription,
    payment: customer ? { provider: "stripe", customer_id: customer } : null,
    progress,
    completed_scenarios: completed,
    exam_attempts: exams,
    exam_markings: markings,
    study,
    connections: connections.map(({ user_id: _, ...connection }) => connection),
    ...sharing,
    notes: [...exportNotes],
  };
}

export async function exportAccount(
  { caller, request }: Pick<RouteCall<"export-account">, "caller" | "request">,
  services: Services,
): Promise<ExportLink> {
  await refuseEndedSession(services.sessionCheck, request);
  await limitCalls(services.callCounts, "account-export", caller.userId);
  const now = services.clock.now();
  const accountExport = AccountExport.parse(await collectExport(caller, now, services));
  const link = { fileName: exportFileName(now), lifetimeSeconds: exportLinkSeconds };
  const url = await services.exportFiles.store(caller.userId, JSON.stringify(accountExport, null, 2), link);
  return { url, fileName: link.fileName, expiresInSeconds: exportLinkSeconds };
}

export const handler = onLearnerHttp(accountRoutes, "export-account", exportAccount, providers);
