import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ExamAttemptFacts, MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import { limitCalls, limitNewProgress, refuseClosed } from "../../../lambdas/guards/guards.ts";
import { createCallCountStore } from "../../../lambdas/store/call-counts.ts";
import { createClosedAccountStore } from "../../../lambdas/store/closed-accounts.ts";
import { createConnectionStore } from "../../../lambdas/store/connections.ts";
import { type DocumentStore, openDocumentStore } from "../../../lambdas/store/document-store.ts";
import { createExamAttemptStore } from "../../../lambdas/store/exam-attempts.ts";
import { createExamMarkingStore } from "../../../lambdas/store/exam-markings.ts";
import { createStudyBatchNumbers } from "../../../lambdas/store/latest-study-batches.ts";
import { createProfileStore } from "../../../lambdas/store/profiles.ts";
import { createUserProgressStore } from "../../../lambdas/store/progress.ts";
import { createStudyChangeStore } from "../../../lambdas/store/study-changes.ts";
import { createSubscriptionStore } from "../../../lambdas/store/subscriptions.ts";
import { studyAssumptions } from "../../../lib/load.ts";
import { localTableName, startDynamodb } from "../../../local/dynamodb.ts";
import {
  accountCheck,
  eventWork,
  examReading,
  examSave,
  markingSave,
  progressSave,
  routeWork,
  storedPerLearner,
  studyBatchBytes,
  studyBatches,
} from "../../../operations/cost/handler-work.ts";
import { compression } from "../../../operations/cost/usage.ts";
import { aNote, aNoteChange, anExamAttempt, aTickChange, instantAt } from "../../lambdas/support/exam-builders.ts";
import { rowSize } from "../../lambdas/support/row-size.ts";
import { aRecordingChange, aReview, aReviewChange, aTerm, aTermChange } from "../../lambdas/support/study-builders.ts";

const writing = new Set(["PutItemCommand", "UpdateItemCommand", "DeleteItemCommand"]);
const clock = { now: () => new Date("2026-11-22T10:00:00Z") };
const userId = "learner";

let close: () => Promise<void>;
let store: DocumentStore;
let consumed: { reads: number; writes: number };

beforeAll(async () => {
  const database = await startDynamodb({ port: 0, directory: undefined });
  close = database.close;
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", database.url);
  vi.stubEnv("AWS_REGION", "local");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  store = openDocumentStore();
  store.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "INDEXES" } });
        const told = "ConsumedCapacity" in result.output ? result.output.ConsumedCapacity : undefined;
        const units = typeof told === "object" && told !== null && "CapacityUnits" in told ? told.CapacityUnits : 0;
        consumed[writing.has(commandName) ? "writes" : "reads"] += Number(units);
        return result;
      },
    { step: "initialize", name: "count" },
  );
});

afterAll(async () => {
  vi.unstubAllEnvs();
  store.destroy();
  await close();
});

beforeEach(() => {
  consumed = { reads: 0, writes: 0 };
});

const refuse = (learner: string) =>
  refuseClosed(createClosedAccountStore(store, localTableName("closed_accounts"), clock), learner);

/** On AWS, writing a small row to an index costs one more unit. Dynalite does not report this unit. */
const indexWrite = 1;

const unitsOf = ({ reads, writes }: { reads: number; writes: number }) => ({ reads, writes });

const attempt = (segment_id: string) => ({
  user_id: userId,
  language: "nepali" as const,
  scenario_id: "medical-1",
  segment_id,
  attempts: 1,
  completed: true,
  segment_count: 12,
  last_attempt_at: clock.now().toISOString(),
});

test("the check for a closed account consumes the estimated database units", async () => {
  await refuse(userId);
  expect(consumed).toEqual(unitsOf(accountCheck));
});

test("after a learner's first save, two saves of another segment consume the estimated database units", async () => {
  const progress = createUserProgressStore(store, localTableName("user_progress"), refuse);
  const counts = createCallCountStore(store, localTableName("call_counts"), clock, refuse);
  const save = async (segment = "segment-1") => {
    if (!(await progress.holds(attempt(segment)))) await limitNewProgress(counts, userId);
    await progress.save(attempt(segment));
  };
  // The first save also creates the rows that count the calls.
  await save("segment-2");
  consumed = { reads: 0, writes: 0 };
  await save();
  expect(consumed).toEqual(unitsOf(progressSave.first));
  consumed = { reads: 0, writes: 0 };
  await save();
  expect(consumed).toEqual(unitsOf(progressSave.again));
});

test("reading the account consumes the estimated database units", async () => {
  const table = localTableName("study_changes");
  await createStudyChangeStore(store, table, refuse).append("batch-reader", aStudyBatch());
  consumed = { reads: 0, writes: 0 };
  await createStudyBatchNumbers(store, table).latest("batch-reader");
  await createProfileStore(store, localTableName("profiles"), refuse).get(userId);
  await createSubscriptionStore(store, localTableName("subscriptions"), refuse).get(userId);
  expect(consumed).toEqual(unitsOf(routeWork["get-account"]));
});

test("listing exam attempts and markings consumes 50 to 100 percent of the estimated database units", async () => {
  const table = localTableName("exam_attempts");
  const attempts = createExamAttemptStore(store, table, refuse);
  const markings = createExamMarkingStore(store, table, refuse);
  const learner = "home-reader";
  const ids = Array.from({ length: storedPerLearner.exams }, () => randomUUID());
  for (const attemptId of ids) await attempts.save({ userId: learner, attemptId }, anExamAttempt({ revision: 26 }));
  const key = { userId: learner, attemptId: ids[0] ?? "" };
  const changes = [
    ...Array.from({ length: 100 }, (_, nth) => aTickChange(nth)),
    ...Array.from({ length: 20 }, () => aNoteChange(aNote({ remark: "three weeks, not days" }))),
  ];
  await markings.replace(key, null, { marking_id: randomUUID(), created_at: instantAt(0), changes });
  consumed = { reads: 0, writes: 0 };
  await attempts.page(learner);
  await markings.list(key);
  const { reads } = examReading;
  expect(consumed.reads).toBeLessThanOrEqual(reads);
  expect(consumed.reads).toBeGreaterThan(reads / 2);
});

test("listing the progress consumes between half and all of the estimated database units, rounded up", async () => {
  const progress = createUserProgressStore(store, localTableName("user_progress"), refuse);
  const rows = 200;
  for (let row = 1; row <= rows; row += 1) await progress.save({ ...attempt(`segment-${row}`), user_id: "lister" });
  consumed = { reads: 0, writes: 0 };
  expect(await progress.list("lister")).toHaveLength(rows);
  const reckoned = ((routeWork["list-progress"].reads - 1) * rows) / storedPerLearner.segments;
  expect(consumed.reads).toBeLessThanOrEqual(Math.ceil(reckoned));
  expect(consumed.reads).toBeGreaterThan(reckoned / 2);
});

test("storing or removing a connection consumes the estimated database units, apart from one index write", async () => {
  const connections = createConnectionStore(store, localTableName("connections"), refuse);
  const connection = {
    user_id: userId,
    connection_id: "c1",
    connected_at: clock.now().toISOString(),
    good_until: Math.floor(clock.now().getTime() / 1000) + 1,
    expires_at: Math.floor(clock.now().getTime() / 1000) + 2,
  };
  await connections.add({ ...connection, connection_id: "of another tab" }, clock.now());
  consumed = { reads: 0, writes: 0 };
  await connections.add(connection, clock.now());
  expect({ ...consumed, writes: consumed.writes + indexWrite }).toEqual(unitsOf(eventWork.connect.work));
  consumed = { reads: 0, writes: 0 };
  await connections.removeById("c1");
  expect({ ...consumed, writes: consumed.writes + indexWrite }).toEqual(unitsOf(eventWork.disconnect.work));
});

const anExamAttemptOf = (
  segments: ExamAttemptFacts["dialogues"][number]["segments"],
  revision = 26,
): ExamAttemptFacts => ({
  ...anExamAttempt({ revision }),
  dialogues: anExamAttempt().dialogues.map((dialogue) => ({ ...dialogue, segments })),
});

test("saving an exam attempt at its start and end consumes the estimated database units", async () => {
  const attempts = createExamAttemptStore(store, localTableName("exam_attempts"), refuse);
  const key = { userId, attemptId: randomUUID() };
  const save = async (facts: ExamAttemptFacts) => {
    await attempts.get(key);
    await attempts.save(key, facts);
    await attempts.get(key);
  };
  await save(
    anExamAttemptOf(
      Array.from({ length: 12 }, () => null),
      1,
    ),
  );
  expect(consumed).toEqual(unitsOf(examSave.begun));
  consumed = { reads: 0, writes: 0 };
  await save(anExamAttempt({ revision: 26 }));
  expect(consumed).toEqual(unitsOf(examSave.over));
});

test("saving a change of a half-finished marking consumes the estimated database units", async () => {
  const attempts = createExamAttemptStore(store, localTableName("exam_attempts"), refuse);
  const markings = createExamMarkingStore(store, localTableName("exam_attempts"), refuse);
  const key = { userId, attemptId: randomUUID() };
  const half: MarkingChange[] = [
    ...Array.from({ length: 50 }, (_, nth) => aTickChange(nth)),
    ...Array.from({ length: 10 }, () => aNoteChange(aNote({ remark: "three weeks, not days" }))),
    ...Array.from({ length: 12 }, (_, segment): MarkingChange => {
      return { type: "segment", dialogue: 0, segment, changed_at: instantAt(0), marked: true };
    }),
  ];
  const made = { marking_id: randomUUID(), created_at: instantAt(0), changes: half };
  await attempts.save(key, anExamAttempt());
  await markings.replace(key, null, made);
  const summary = { marking_id: made.marking_id, created_at: instantAt(0), marker: "Asha", lost: [1.5, 2], marked: 12 };
  await attempts.summarise(key, summary, { marking: 1, facts: 1 });
  consumed = { reads: 0, writes: 0 };
  await attempts.get(key);
  const known = await markings.get(key, made.marking_id);
  await markings.replace(key, known, { ...made, changes: [...half, aTickChange(51)] });
  await attempts.summarise(key, summary, { marking: 2, facts: 1 });
  expect(consumed).toEqual(unitsOf(markingSave));
});

const aStudyBatch = () => {
  const missed = [{ sign: "0badcafe", kind: "number" as const }];
  const recording = { seconds: 12.345, first_word_seconds: 1.234, silence_seconds: 3.456 };
  const sentence = "The landlord has to repair the heating within a week.";
  return {
    batchId: randomUUID(),
    changes: [
      ...Array.from({ length: 5 }, () => aReviewChange(aReview({ missed }))),
      ...Array.from({ length: 5 }, () => aRecordingChange(recording)),
      ...Array.from({ length: 2 }, () => aTermChange(aTerm({ sentence }))),
    ],
  };
};

test("saving and listing a study batch consumes the estimated database units", async () => {
  const study = createStudyChangeStore(store, localTableName("study_changes"), refuse);
  const counts = createCallCountStore(store, localTableName("call_counts"), clock, refuse);
  const save = async () => {
    await refuse(userId);
    await limitCalls(counts, "study-batch-day", userId);
    return study.append(userId, aStudyBatch());
  };
  for (let nth = 1; nth <= studyBatches.latest; nth += 1) expect(await save()).toBe(nth);
  consumed = { reads: 0, writes: 0 };
  await save();
  expect(consumed).toEqual(unitsOf(routeWork["save-study-changes"]));
  consumed = { reads: 0, writes: 0 };
  await study.page(userId, studyBatches.latest);
  await refuse(userId);
  expect(consumed).toEqual(unitsOf(routeWork["list-study-changes"]));
});

test("a study batch's row and JSON are within 5 percent of the estimated sizes", () => {
  const { batchId, changes } = aStudyBatch();
  expect(changes).toHaveLength(studyAssumptions.changesPerBatch);
  const row = rowSize({ user_id: batchId, batch_number: "00000001", batch_id: batchId, changes });
  expect(Math.abs(row / studyBatchBytes.row - 1)).toBeLessThan(0.05);
  expect(Math.abs(JSON.stringify(changes).length / studyBatchBytes.json - 1)).toBeLessThan(0.05);
});

/** Each generator returns the same sequence of numbers from 0 to 1. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test("gzip compresses lists of progress and exams at least as much as estimated", () => {
  const [random, learnerId] = [createRandom(), randomUUID()];
  const timeIn = (day: number) => new Date(Date.UTC(2026, 0, day, 12) + 3_600_000 * random()).toISOString();
  const rows = Array.from({ length: storedPerLearner.segments }, (_, nth) => ({
    ...{ ...attempt(`segment-${(nth % 12) + 1}`), scenario_id: `emp-${Math.floor(nth / 12)}`, user_id: learnerId },
    ...{ attempts: 1 + Math.floor(3 * random()), last_attempt_at: timeIn(nth / 10) },
  }));
  const exams = Array.from({ length: storedPerLearner.exams }, (_, nth) => ({
    ...{ ...anExamAttempt({ started_at: timeIn(nth), ended_at: timeIn(nth), seed: Math.floor(2 ** 32 * random()) }) },
    ...{ attempt_id: randomUUID(), user_id: userId, markings: [] },
    dialogues: anExamAttempt().dialogues.map(({ segments, ...dialogue }) => ({
      ...{ ...dialogue, scenario_id: `emp-${nth}` },
      segments: segments.map((facts) => ({ ...facts, heard_at: timeIn(nth), take_seconds: 20 * random() })),
    })),
  }));
  const ratioOf = (list: unknown) => JSON.stringify(list).length / gzipSync(JSON.stringify(list)).length;
  expect(ratioOf(rows)).toBeGreaterThan(compression.progress);
  expect(ratioOf(exams)).toBeGreaterThan(compression.others);
});
