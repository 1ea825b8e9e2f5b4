import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import type { UserProgress } from "../../../domain/practice/progress.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { callCountsIn } from "../../../lambdas/store/call-counts.ts";
import { closedAccountsIn } from "../../../lambdas/store/closed-accounts.ts";
import { completedScenariosIn } from "../../../lambdas/store/completed-scenarios.ts";
import { connectionsIn } from "../../../lambdas/store/connections.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { examAttemptsIn } from "../../../lambdas/store/exam-attempts.ts";
import { examMarkingsIn } from "../../../lambdas/store/exam-markings.ts";
import { profilesIn } from "../../../lambdas/store/profiles.ts";
import { progressIn } from "../../../lambdas/store/progress.ts";
import { subscriptionsIn } from "../../../lambdas/store/subscriptions.ts";
import { openAccounts } from "../support/directory-user.ts";

/** A database that holds nothing and refuses every write, and notes of each read whether it was to be consistent. */
function emptyStore() {
  const consistent: (boolean | undefined)[] = [];
  const send = async (command: unknown) => {
    const isRead = command instanceof GetCommand || command instanceof QueryCommand || command instanceof ScanCommand;
    if (!isRead) throw new ConditionalCheckFailedException({ message: "Refused", $metadata: {} });
    consistent.push(command.input.ConsistentRead);
    return {};
  };
  const store: DocumentStore = Object.assign(DynamoDBDocumentClient.from(new DynamoDBClient()), { send });
  return { store, consistent };
}

async function readAll(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

const attempt = { userId: "asha", attemptId: "attempt-1" };
const perMinute = { calls: 1, seconds: 60, by: "connection" } as const;
const progress: UserProgress = {
  user_id: "asha",
  language: "nepali",
  scenario_id: "emp-1",
  segment_id: "segment-1",
  ...{ attempts: 1, completed: true, last_attempt_at: "2026-11-21T12:00:00.000Z", segment_count: 10 },
};

const reads: [what: string, read: (store: DocumentStore) => Promise<unknown>][] = [
  ["a profile", (store) => profilesIn(store, "profiles", openAccounts).get("asha")],
  ["a subscription", (store) => subscriptionsIn(store, "subscriptions", openAccounts).get("asha")],
  ["progress that is newer than what is saved", (store) => progressIn(store, "progress", openAccounts).save(progress)],
  ["progress", (store) => progressIn(store, "progress", openAccounts).list("asha")],
  ["a page of progress", (store) => progressIn(store, "progress", openAccounts).page("asha")],
  ["completed scenarios", (store) => completedScenariosIn(store, "completed", openAccounts).list("asha")],
  ["a page of completed scenarios", (store) => completedScenariosIn(store, "completed", openAccounts).page("asha")],
  ["an exam attempt", (store) => examAttemptsIn(store, "exams", openAccounts).get(attempt)],
  ["exam attempts", (store) => examAttemptsIn(store, "exams", openAccounts).list("asha")],
  ["a page of exam attempts", (store) => examAttemptsIn(store, "exams", openAccounts).page("asha")],
  ["exam attempts to remove", (store) => examAttemptsIn(store, "exams", openAccounts).removeAll("asha")],
  ["a marking", (store) => examMarkingsIn(store, "exams", openAccounts).get(attempt, "marking-1")],
  ["markings", (store) => examMarkingsIn(store, "exams", openAccounts).list(attempt)],
  ["connections", (store) => connectionsIn(store, "connections", openAccounts).listOf("asha")],
  ["a closed account", (store) => closedAccountsIn(store, "closed", systemClock).stateOf("asha")],
  ["closed accounts", (store) => readAll(closedAccountsIn(store, "closed", systemClock).unswept(new Date()))],
  [
    "a count of calls",
    (store) => callCountsIn(store, "counts", systemClock, openAccounts).admit({ kind: "k", subject: "s" }, perMinute),
  ],
];

// Other reads may return what was there before the last write:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test.each(reads)("reads %s as last written", async (_, read) => {
  const { store, consistent } = emptyStore();
  await read(store);
  expect(new Set(consistent)).toEqual(new Set([true]));
});
