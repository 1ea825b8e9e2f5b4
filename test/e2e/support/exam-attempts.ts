import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ScenarioList } from "../../../domain/content/pack.ts";
import {
  ExamAttempt,
  type ExamAttemptFacts,
  type ExamDialogue,
  type SegmentFacts,
} from "../../../domain/exam/exam-attempt.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";
import { createSpeechWav } from "./speech-wav.ts";

const exampleList = ScenarioList.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../content/pack/nepali/example/metadata.json"), "utf8")),
);

/** A null segment was not heard. */
export function exampleDialogue(id: string, segments: readonly (SegmentFacts | null)[]): ExamDialogue {
  const found = exampleList.find((scenario) => scenario.id === id);
  if (!found) throw new Error(`There is no example ${id}`);
  const { scenario: title, version, words } = found;
  const facts = { language: "nepali", scenario_id: id, topic_id: "example", title } as const;
  return { ...facts, ...(version && { version }), ...(words && { words }), segments: [...segments] };
}

export const interpretedSegment = (seconds: number, facts: Partial<SegmentFacts> = {}): SegmentFacts => ({
  heard_at: "2026-11-22T09:05:00.000Z",
  repeats: 0,
  take_seconds: seconds,
  interrupted: false,
  ...facts,
});

/** Stores an exam attempt on the server only. */
export async function createExamAttempt(
  appUrl: string,
  learner: NewLearner,
  dialogues: readonly ExamDialogue[],
  facts: Partial<ExamAttemptFacts> = {},
): Promise<ExamAttempt> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const body: ExamAttemptFacts = {
    ...{ exam: "naati-ccl", seed: 7, started_at: "2026-11-22T09:00:00.000Z", ended_at: "2026-11-22T09:25:00.000Z" },
    ...{ outcome: "finished", revision: 30, dialogues: [...dialogues], interruptions: [], ...facts },
  };
  const response = await fetch(`${apiUrl}/exam-attempts/${crypto.randomUUID()}`, {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The exam attempt was refused: ${await response.text()}`);
  return ExamAttempt.parse(await response.json());
}

type SeededRecording = { record: Record<string, unknown>; wavBase64: string };

export function toSeedRecordings({
  user_id: userId,
  attempt_id: attemptId,
  dialogues,
}: ExamAttempt): SeededRecording[] {
  return dialogues.flatMap(({ language, scenario_id: scenarioId, title, segments }, dialogue) =>
    segments.flatMap((facts, segmentIndex) => {
      if (!facts?.take_seconds) return [];
      const wav = Buffer.from(
        createSpeechWav({ seconds: facts.take_seconds, sampleRate: 24_000, seed: segmentIndex + 1 }),
      );
      const at = Date.parse(facts.heard_at);
      return {
        record: {
          ...{ userId, language, scenarioId, title, segmentIndex, mock: { attemptId, dialogue }, attempt: 1 },
          ...{ durationSeconds: facts.take_seconds, interrupted: facts.interrupted, recordedAt: at, usedAt: at },
          ...{ key: `recording_${language}_${scenarioId}_${segmentIndex}`, type: "audio/wav", bytes: wav.length },
        },
        wavBase64: wav.toString("base64"),
      };
    }),
  );
}

/** The function runs in the page, so it cannot use code outside of itself. */
export async function writeRecordings(recordings: SeededRecording[]): Promise<void> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const opening = indexedDB.open("parlance-mocks", 1);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    const place = ["userId", "language", "scenarioId", "segmentIndex"];
    result.createObjectStore("takes", { autoIncrement: true }).createIndex("place", place);
    result.createObjectStore("take-sounds");
    result.createObjectStore("take-chunks");
  };
  const database = await settled(opening);
  const stores = database.transaction(["takes", "take-sounds"], "readwrite");
  for (const { record, wavBase64 } of recordings) {
    const number = Number(await settled(stores.objectStore("takes").add({ ...record, number: 0 })));
    await settled(stores.objectStore("takes").put({ ...record, number }, number));
    const wav = Uint8Array.from(atob(wavBase64), (character) => character.charCodeAt(0));
    await settled(stores.objectStore("take-sounds").put(wav.buffer, number));
  }
  database.close();
}

export async function seedRecordings(page: Page, attempt: ExamAttempt): Promise<void> {
  await page.evaluate(writeRecordings, toSeedRecordings(attempt));
}
