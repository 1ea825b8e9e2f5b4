import { createHash, randomUUID } from "node:crypto";
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { callLimits } from "../../../domain/call-limit.ts";
import { type TableName, tableNames, tables } from "../../../domain/tables.ts";
import { deleteUser } from "../../../lambdas/api/delete-user.ts";
import { refuseClosed } from "../../../lambdas/guards/guards.ts";
import { callsOverMs, runSweep } from "../../../lambdas/schedule/sweep-closed-accounts.ts";
import { createCallCountStore } from "../../../lambdas/store/call-counts.ts";
import { createClosedAccountStore } from "../../../lambdas/store/closed-accounts.ts";
import { createCompletedScenarioStore } from "../../../lambdas/store/completed-scenarios.ts";
import { createConnectionStore } from "../../../lambdas/store/connections.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createExamAttemptStore } from "../../../lambdas/store/exam-attempts.ts";
import { createExamMarkingStore } from "../../../lambdas/store/exam-markings.ts";
import { createFeedbackNoticeStore } from "../../../lambdas/store/feedback-notices.ts";
import { createInboxStore } from "../../../lambdas/store/inboxes.ts";
import { createStudyBatchNumbers } from "../../../lambdas/store/latest-study-batches.ts";
import { createProfileStore } from "../../../lambdas/store/profiles.ts";
import { createUserProgressStore } from "../../../lambdas/store/progress.ts";
import { createShareCommentStore } from "../../../lambdas/store/share-comments.ts";
import { createShareGuestStore } from "../../../lambdas/store/share-guests.ts";
import { createShareLedger } from "../../../lambdas/store/share-ledger.ts";
import { createShareLinkStore } from "../../../lambdas/store/share-links.ts";
import { createShareTeacherStore } from "../../../lambdas/store/share-teachers.ts";
import { createShareStore } from "../../../lambdas/store/shares.ts";
import { createStudyChangeStore } from "../../../lambdas/store/study-changes.ts";
import { createSubscriptionStore } from "../../../lambdas/store/subscriptions.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { aDirectoryUser } from "../support/directory-user.ts";
import { createScriptedPaymentProvider } from "../support/scripted-payment-provider.ts";

/** Runs before and after each put, each update and each creation of a customer. */
export type Step = () => Promise<void>;
const never: Step = async () => undefined;

const beganAt = new Date("2026-11-21T12:00:00.000Z");
const clockAt = (date: Date) => ({ now: () => date });

function withSteps(store: DocumentStore, step: Step): DocumentStore {
  const stepped: DocumentStore = Object.create(store);
  const send = store.send.bind(store);
  const sendInSteps = async (...given: Parameters<typeof send>) => {
    const [command] = given;
    if (!(command instanceof PutCommand || command instanceof UpdateCommand)) return send(...given);
    await step();
    const output = await send(...given);
    await step();
    return output;
  };
  return Object.assign(stepped, { send: sendInSteps });
}

function createProvider() {
  const customers = new Set<string>();
  const payments = (userId: string, step: Step) => ({
    ...createScriptedPaymentProvider().payments,
    createCustomer: async () => {
      await step();
      customers.add(`cus_${userId}`);
      await step();
      return `cus_${userId}`;
    },
    customersOfLearner: async () => [...customers],
    closeCustomer: async (id: string) => void customers.delete(id),
  });
  return { customers, payments };
}

export function createTestAccount(store: DocumentStore) {
  const userId = randomUUID();
  const caller = { userId, username: `Google_${userId}` };
  const { customers, payments } = createProvider();
  const files = new Set<string>();
  let user = true;

  const services = (step: Step = never, now = beganAt) => {
    const on = withSteps(store, step);
    const clock = clockAt(now);
    const closedAccounts = createClosedAccountStore(on, localTableName("closed_accounts"), clock);
    const whileOpen = (learner: string) => refuseClosed(closedAccounts, learner);
    const named = (name: TableName) => [on, localTableName(name)] as const;
    return {
      clock,
      closedAccounts,
      whileOpen,
      profiles: createProfileStore(...named("profiles"), whileOpen),
      subscriptions: createSubscriptionStore(...named("subscriptions"), whileOpen),
      progress: createUserProgressStore(...named("user_progress"), whileOpen),
      completedScenarios: createCompletedScenarioStore(...named("completed_scenarios"), whileOpen),
      examAttempts: createExamAttemptStore(...named("exam_attempts"), whileOpen),
      examMarkings: createExamMarkingStore(...named("exam_attempts"), whileOpen),
      studyBatches: createStudyBatchNumbers(...named("study_changes")),
      studyChanges: createStudyChangeStore(...named("study_changes"), whileOpen),
      connections: createConnectionStore(...named("connections"), whileOpen),
      callCounts: createCallCountStore(...named("call_counts"), clock, whileOpen),
      payments: payments(userId, step),
      bus: { publish: async () => undefined },
      sessionCheck: { holds: async () => true },
      connectionGateway: { end: async () => undefined },
      exportFiles: { removeAll: async () => files.clear() },
      feedbackNotices: createFeedbackNoticeStore(...named("shares"), whileOpen),
      inboxes: createInboxStore(...named("inboxes"), whileOpen),
      shareComments: createShareCommentStore(...named("shares"), whileOpen),
      sharedAudio: {
        signForm: async () => ({ url: "https://audio.example", fields: {} }),
        ...{ signAddress: async () => "https://audio.example/1", remove: async () => undefined },
        removeOf: async () => undefined,
      },
      shareGuests: createShareGuestStore(...named("shares")),
      shareLedger: createShareLedger(...named("shares"), whileOpen),
      shareLinks: createShareLinkStore(...named("share_links"), whileOpen),
      shares: createShareStore(...named("shares"), whileOpen),
      shareTeachers: createShareTeacherStore(...named("shares"), whileOpen),
      users: {
        get: async () => (user ? aDirectoryUser() : null),
        remove: async () => {
          user = false;
        },
      },
    };
  };

  const request = {
    ...{ method: "DELETE", path: "/account", rawBody: "", sourceAddress: "192.0.2.7" },
    header: (name: string) => (name === "authorization" ? "Bearer a.b.c" : ""),
  };
  const rowsIn = async (name: TableName) => {
    const { Items = [] } = await store.send(
      new QueryCommand({
        TableName: localTableName(name),
        KeyConditionExpression: "#key = :user",
        ExpressionAttributeNames: { "#key": tables[name].partitionKey },
        ExpressionAttributeValues: { ":user": userId },
        ConsistentRead: true,
      }),
    );
    return Items;
  };
  /** The key of a link does not contain the learner's id, so the index finds the links. */
  const linksLeft = async () => {
    const { Items = [] } = await store.send(
      new QueryCommand({
        TableName: localTableName("share_links"),
        IndexName: "by_share",
        KeyConditionExpression: "user_id = :user",
        ExpressionAttributeValues: { ":user": userId },
      }),
    );
    return Items.map(() => "share_links");
  };
  const countsLeft = async () => {
    const hash = createHash("sha256").update(userId).digest("base64url");
    const found = await Promise.all(
      Object.keys(callLimits).map(async (kind) => {
        const Key = { counted: `${kind}#${hash}` };
        return store.send(new GetCommand({ TableName: localTableName("call_counts"), Key, ConsistentRead: true }));
      }),
    );
    return found.flatMap(({ Item }) => (Item ? ["call_counts"] : []));
  };
  return {
    caller,
    services,
    deleteIt: () => deleteUser({ caller, request }, services()),
    /** Runs the sweep as soon as it includes the account, or 1 ms earlier with `early`. */
    sweep: ({ early = false } = {}) => {
      const at = new Date(beganAt.getTime() + callsOverMs - (early ? 1 : 0));
      const { closedAccounts, ...rest } = services(never, at);
      const unswept: typeof closedAccounts.unswept = async function* (begunBy) {
        for await (const page of closedAccounts.unswept(begunBy)) yield page.filter((one) => one.userId === userId);
      };
      const own = { ...rest, closedAccounts: { ...closedAccounts, unswept } };
      return runSweep({}, own, { getRemainingTimeInMillis: () => 900_000 });
    },
    left: async () => {
      const names = tableNames.filter((name) => name !== "closed_accounts");
      const rows = await Promise.all(names.map(async (name) => (await rowsIn(name)).map(() => name)));
      return [...rows.flat(), ...(await linksLeft()), ...(await countsLeft()), ...customers, ...(user ? ["user"] : [])];
    },
    mark: async () => (await rowsIn("closed_accounts"))[0],
  };
}

export type TestAccount = ReturnType<typeof createTestAccount>;
export type Services = ReturnType<TestAccount["services"]>;
