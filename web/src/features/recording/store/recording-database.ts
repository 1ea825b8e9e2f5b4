import type { DBSchema, IDBPDatabase } from "idb";
import type { RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { createDatabaseConnection, type DatabaseConnection } from "../../../browser/database.ts";
import type { StoredDatabase } from "../../../browser/stored.ts";

/** Which segment of which dialogue, and whose. `segmentIndex` counts from 0. */
export type SegmentKey = DialogueId & {
  userId: string;
  segmentIndex: number;
};
/** Of a mock exam: which, and the position of the dialogue in it, from 0. */
export type ExamDialoguePlace = { attemptId: string; dialogue: number };

/** A segment by its place and the name of its dialogue as the learner sees it; `mock` where it is interpreted in one. */
export type NamedSegment = SegmentKey & { title: string; mock?: ExamDialoguePlace };

/** What is known of a stored take; its sound stands apart, so that lists stay light. */
export type StoredRecording = NamedSegment &
  RecordingRef & {
    /** `recording_{language}_{scenarioId}_{segmentIndex}`, the name under which the learner's data is listed and removed. */
    key: string;
    type: "audio/wav";
    /** Room that it takes. */
    bytes: number;
    /** When it was last recorded, played or saved to a file, in ms since 1970. */
    usedAt: number;
    /** The rate, in Hz, of the chunks that stand for its sound: there was no room for a file of it. */
    chunkRate?: number;
    /** While it is recorded: the web lock that its tab holds, and the rate of the chunks in Hz. */
    unfinished?: { lock: string; sampleRate: number };
  };

/** Result of storing a take; `givenUp` are the takes that were deleted to make room. */
export type SaveResult = { record: StoredRecording; evicted: StoredRecording[] };

/** No room is left for a take, or the browser gives no storage (as some do in private windows). */
export type RecordingStoreErrorCode = "quota" | "unavailable";

/** The only error a take store rejects with; `cause` is what the browser said. */
export class RecordingStoreError extends Error {
  readonly code: RecordingStoreErrorCode;

  constructor(code: RecordingStoreErrorCode, options?: ErrorOptions) {
    super(`Takes cannot be stored: ${code}`, options);
    this.name = "RecordingStoreError";
    this.code = code;
  }
}

interface RecordingSchema extends DBSchema {
  /** By number, which the database gives: it only grows, over all tabs, and is never given again. */
  takes: { key: number; value: StoredRecording; indexes: { place: [string, string, string, number] } };
  /** WAV files by take. ArrayBuffers, since some browsers lose stored Blobs. */
  "take-sounds": { key: number; value: ArrayBuffer };
  /** What was recorded of an unfinished take, as 16-bit samples, by take and order. */
  "take-chunks": { key: [take: number, order: number]; value: ArrayBuffer };
}

export type RecordingDatabase = IDBPDatabase<RecordingSchema>;

const placeKeyPath = ["userId", "language", "scenarioId", "segmentIndex"];

type RecordingPlace = Pick<StoredRecording, "language" | "scenarioId" | "segmentIndex">;

/** The name of a segment's recordings. */
export function recordingKey({ language, scenarioId, segmentIndex }: RecordingPlace): string {
  return `recording_${language}_${scenarioId}_${segmentIndex}`;
}

function createStores(database: RecordingDatabase): void {
  database.createObjectStore("takes", { autoIncrement: true }).createIndex("place", placeKeyPath);
  database.createObjectStore("take-sounds");
  database.createObjectStore("take-chunks");
}

/** Whether the browser refused something for want of room. */
export function isQuotaExceeded(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "QuotaExceededError";
}

function toStoreError(reason: unknown): RecordingStoreError {
  if (reason instanceof RecordingStoreError) return reason;
  return new RecordingStoreError(isQuotaExceeded(reason) ? "quota" : "unavailable", { cause: reason });
}

/** The way to a database of takes. */
export class RecordingConnection {
  readonly #connection: DatabaseConnection<RecordingSchema>;

  constructor(entry: StoredDatabase) {
    this.#connection = createDatabaseConnection<RecordingSchema>(entry, createStores);
  }

  /** @throws {RecordingStoreError} */
  async run<T>(work: (database: RecordingDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#connection.connect());
    } catch (reason) {
      throw toStoreError(reason);
    }
  }
}
