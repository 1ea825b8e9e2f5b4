import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  DynamoDBDocumentClient,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test, vi } from "vitest";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { removeRows } from "../../../lambdas/store/remove-rows.ts";

const table = { name: "progress", sortKey: "scenario_segment" };

function busyStore(count: number, acceptedIn: (call: number) => number) {
  const left = new Set(Array.from({ length: count }, (_, nth) => `emp-${nth}`));
  const batches: number[] = [];
  const answerBatch = (command: BatchWriteCommand): Partial<BatchWriteCommandOutput> => {
    const requests = command.input.RequestItems?.["progress"] ?? [];
    const taken = acceptedIn(batches.push(requests.length));
    for (const { DeleteRequest } of requests.slice(0, taken)) left.delete(DeleteRequest?.Key?.["scenario_segment"]);
    const undone = requests.slice(taken);
    return undone.length > 0 ? { UnprocessedItems: { progress: undone } } : {};
  };
  const send = async (command: unknown) => {
    if (command instanceof BatchWriteCommand) return answerBatch(command);
    if (!(command instanceof QueryCommand)) throw new Error("Not expected");
    const { Limit } = command.input;
    return { Items: [...left].slice(0, Limit).map((scenario_segment) => ({ user_id: "u1", scenario_segment })) };
  };
  const store: DocumentStore = Object.assign(DynamoDBDocumentClient.from(new DynamoDBClient()), { send });
  return { store, left, batches };
}

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
test("removeRows deletes at most 25 rows in each batch, without a pause if DynamoDB accepts them all", async () => {
  const wait = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => wait.mockRestore());
  const { store, left, batches } = busyStore(60, () => 25);
  await removeRows(store, table, randomUUID());
  expect(left.size).toBe(0);
  expect(batches).toEqual([25, 25, 10]);
  expect(wait).not.toHaveBeenCalled();
});

test("removeRows sends unprocessed deletions again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { store, left, batches } = busyStore(20, (call) => (call < 3 ? 5 : 25));
  const done = removeRows(store, table, randomUUID());
  await vi.runAllTimersAsync();
  await done;
  expect([left.size, batches.length]).toEqual([0, 3]);
  vi.useRealTimers();
});

test.each([
  ["no deletion after the first request", (call: number) => (call === 1 ? 5 : 0)],
  ["one deletion of each request", () => 1],
])("removeRows throws after five requests if DynamoDB accepts %s", async (_, acceptedIn) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { store, left, batches } = busyStore(20, acceptedIn);
  const outcome = expect(removeRows(store, table, randomUUID())).rejects.toThrow("did not accept all deletions");
  await vi.runAllTimersAsync();
  await outcome;
  expect([left.size, batches.length]).toEqual([15, 5]);
  vi.useRealTimers();
});
