import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import type { UserProgress } from "../../../domain/practice/progress.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { createCallCountStore } from "../../../lambdas/store/call-counts.ts";
import { createClosedAccountStore } from "../../../lambdas/store/closed-accounts.ts";
import { createCompletedScenarioStore } from "../../../lambdas/store/completed-scenarios.ts";
import { createConnectionStore } from "../../../lambdas/store/connections.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createExamAttemptStore } from "../../../lambdas/store/exam-attempts.ts";
import { createExamMarkingStore } from "../../../lambdas/store/exam-markings.ts";
import { createProfileStore } from "../../../lambdas/store/profiles.ts";
import { createUserProgressStore } from "../../../lambdas/store/progress.ts";
import { createSubscriptionStore } from "../../../lambdas/store/subscriptions.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

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
  ["a profile", (store) => createProfileStore(store, "profiles", allowEveryAccount).get("asha")],
  ["a subscription", (store) => createSubscriptionStore(store, "subscriptions", allowEveryAccount).get("asha")],
  [
    "the stored progress after a refused save",
    (store) => createUserProgressStore(store, "progress", allowEveryAccount).save(progress),
  ],
  ["progress", (store) => createUserProgressStore(store, "progress", allowEveryAccount).list("asha")],
  ["a page of progress", (store) => createUserProgressStore(store, "progress", allowEveryAccount).page("asha")],
  ["completed scenarios", (store) => createCompletedScenarioStore(store, "completed", allowEveryAccount).list("asha")],
  [
    "a page of completed scenarios",
    (store) => createCompletedScenarioStore(store, "completed", allowEveryAccount).page("asha"),
  ],
  ["an exam attempt", (store) => createExamAttemptStore(store, "exams", allowEveryAccount).get(attempt)],
  ["exam attempts", (store) => createExamAttemptStore(store, "exams", allowEveryAccount).list("asha")],
  ["a page of exam attempts", (store) => createExamAttemptStore(store, "exams", allowEveryAccount).page("asha")],
  ["exam attempts to remove", (store) => createExamAttemptStore(store, "exams", allowEveryAccount).removeAll("asha")],
  ["a marking", (store) => createExamMarkingStore(store, "exams", allowEveryAccount).get(attempt, "marking-1")],
  ["markings", (store) => createExamMarkingStore(store, "exams", allowEveryAccount).list(attempt)],
  ["connections", (store) => createConnectionStore(store, "connections", allowEveryAccount).listOf("asha")],
  ["a closed account", (store) => createClosedAccountStore(store, "closed", systemClock).stateOf("asha")],
  ["closed accounts", (store) => readAll(createClosedAccountStore(store, "closed", systemClock).unswept(new Date()))],
  [
    "a count of calls",
    (store) =>
      createCallCountStore(store, "counts", systemClock, allowEveryAccount).admit(
        { kind: "k", subject: "s" },
        perMinute,
      ),
  ],
];

// Eventually consistent reads may return data from before the last write:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test.each(reads)("the stores use strongly consistent reads for %s", async (_, read) => {
  const { store, consistent } = emptyStore();
  await read(store);
  expect(new Set(consistent)).toEqual(new Set([true]));
});
