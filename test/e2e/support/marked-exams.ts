import type { Page } from "playwright-core";
import {
  type ExamAttempt,
  type MarkingChange,
  type MarkingNote,
  maxChangesPerRequest,
} from "../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./exam-attempts.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";

/** The attempt has two example dialogues with three segments each. */
type MarkedExamSeed = {
  at: string;
  /** `marked` is the number of marked segments, of six. `lost` is the deduction in each dialogue, in marks. */
  marked: number;
  lost: readonly [number, number];
};

const segmentsPerDialogue = 3;

function changesOf({ at, marked, lost }: MarkedExamSeed): MarkingChange[] {
  const segments = Array.from({ length: marked }, (_, number) => ({
    ...{ type: "segment" as const, changed_at: at, marked: true },
    ...{ dialogue: Math.floor(number / segmentsPerDialogue), segment: number % segmentsPerDialogue },
  }));
  const notes = lost.map((deduction, dialogue) => {
    const note = { dialogue, segment: 0, kind: "omission" as const, at_seconds: 1, deduction, remark: "" };
    return { type: "note" as const, id: crypto.randomUUID(), changed_at: at, note };
  });
  return [...segments, ...notes];
}

async function callExamApi(
  appUrl: string,
  learner: NewLearner,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${apiUrl}/exam-attempts/${path}`, init);
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
}

type MarkingSeed = {
  at?: string;
  /** Absent for the learner's own marking. */
  marker?: string;
  marked?: readonly Place[];
  notes?: readonly Partial<MarkingNote>[];
};

/** Each call with changes stores a separate marking on the server. */
export async function seedMarking(
  appUrl: string,
  learner: NewLearner,
  attempt: ExamAttempt,
  { at = attempt.started_at, marker, marked = [], notes = [] }: MarkingSeed,
): Promise<void> {
  const note = { dialogue: 0, segment: 0, kind: "omission" as const, at_seconds: 1, deduction: 1, remark: "" };
  const changes: MarkingChange[] = [
    ...(marker === undefined ? [] : [{ type: "marker" as const, changed_at: at, name: marker }]),
    ...marked.map((place) => ({ type: "segment" as const, ...place, changed_at: at, marked: true })),
    ...notes.map((given) => ({
      ...{ type: "note" as const, id: crypto.randomUUID(), changed_at: at },
      note: { ...note, ...given },
    })),
  ];
  const path = `${attempt.attempt_id}/markings/${crypto.randomUUID()}`;
  for (let from = 0; from < changes.length; from += maxChangesPerRequest) {
    const some = changes.slice(from, from + maxChangesPerRequest);
    await callExamApi(appUrl, learner, "PATCH", path, { created_at: at, changes: some });
  }
}

export async function seedMarkedExams(
  appUrl: string,
  learner: NewLearner,
  mocks: readonly MarkedExamSeed[],
): Promise<ExamAttempt[]> {
  const sat: ExamAttempt[] = [];
  for (const mock of mocks) {
    const segments = Array.from({ length: segmentsPerDialogue }, () => interpretedSegment(4, { heard_at: mock.at }));
    const dialogues = ["example-1", "example-2"].map((id) => exampleDialogue(id, segments));
    const attempt = await createExamAttempt(appUrl, learner, dialogues, { started_at: mock.at, ended_at: mock.at });
    const changes = { created_at: mock.at, changes: changesOf(mock) };
    await callExamApi(appUrl, learner, "PATCH", `${attempt.attempt_id}/markings/${crypto.randomUUID()}`, changes);
    sat.push(attempt);
  }
  return sat;
}

export async function deleteAttemptElsewhere(
  appUrl: string,
  learner: NewLearner,
  { attempt_id }: ExamAttempt,
): Promise<void> {
  await callExamApi(appUrl, learner, "DELETE", attempt_id);
}

/** Stores a copy of the attempt as a running exam, in the browser only. */
export async function seedRunningExam(page: Page, { user_id: userId, ...attempt }: ExamAttempt): Promise<void> {
  const { attempt_id: _, ended_at: __, markings: ___, ...rest } = attempt;
  const facts = { ...rest, outcome: "running", revision: 1 };
  const put = async (record: object) => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("parlance-exam", 1));
    await settled(database.transaction("attempts", "readwrite").objectStore("attempts").put(record));
    database.close();
  };
  await page.evaluate(put, { userId, attemptId: crypto.randomUUID(), kind: "facts", facts, sentRevision: 0 });
}
