import type { DBSchema, IDBPDatabase } from "idb";
import type { RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { createDatabaseConnection, type DatabaseConnection, isQuotaExceeded } from "../../../browser/database.ts";
import type { StoredDatabase } from "../../../browser/stored.ts";

/** `segmentIndex` counts from 0. */
export type SegmentKey = DialogueId & {
  userId: string;
  segmentIndex: number;
};
/** `dialogue` is the dialogue's position in the exam, from 0. */
export type ExamDialoguePlace = { attemptId: string; dialogue: number };

/** `mock` is present for recordings of an exam. */
export type NamedSegment = SegmentKey & { title: string; mock?: ExamDialoguePlace };

/** A stored recording without its audio, so that lists load quickly. */
export type StoredRecording = NamedSegment &
  RecordingRef & {
    /** From `recordingKey`. Lists use the index `place` instead. */
    key: string;
    type: "audio/wav";
    bytes: number;
    /** When the recording was last written or its audio was last loaded, in ms since 1970. */
    usedAt: number;
    /** Sample rate of the chunks in Hz. Present if the chunks are the audio, because there was no space for a file. */
    chunkRate?: number;
    /** Present until the recording is finished: the name of its Web Lock, and the sample rate of the chunks in Hz. */
    unfinished?: { lock: string; sampleRate: number };
  };

/** `evicted` are recordings that were deleted to make space. */
export type SaveResult = { record: StoredRecording; evicted: StoredRecording[] };

/** "unavailable" is any failure other than a full storage. */
export type RecordingStoreErrorCode = "quota" | "unavailable";

export class RecordingStoreError extends Error {
  readonly code: RecordingStoreErrorCode;

  constructor(code: RecordingStoreErrorCode, options?: ErrorOptions) {
    super(`The storage of recordings failed: ${code}`, options);
    this.name = "RecordingStoreError";
    this.code = code;
  }
}

interface RecordingSchema extends DBSchema {
  /** The browser generates the key. The key of a deleted recording is not generated again. */
  takes: { key: number; value: StoredRecording; indexes: { place: [string, string, string, number] } };
  /** WAV files by number. */
  "take-sounds": { key: number; value: ArrayBuffer };
  /** 16-bit samples. */
  "take-chunks": { key: [recording: number, order: number]; value: ArrayBuffer };
}

export type RecordingDatabase = IDBPDatabase<RecordingSchema>;

const placeKeyPath = ["userId", "language", "scenarioId", "segmentIndex"];

type RecordingPlace = Pick<StoredRecording, "language" | "scenarioId" | "segmentIndex">;

export function recordingKey({ language, scenarioId, segmentIndex }: RecordingPlace): string {
  return `recording_${language}_${scenarioId}_${segmentIndex}`;
}

function createStores(database: RecordingDatabase): void {
  database.createObjectStore("takes", { autoIncrement: true }).createIndex("place", placeKeyPath);
  database.createObjectStore("take-sounds");
  database.createObjectStore("take-chunks");
}

function toStoreError(reason: unknown): RecordingStoreError {
  if (reason instanceof RecordingStoreError) return reason;
  return new RecordingStoreError(isQuotaExceeded(reason) ? "quota" : "unavailable", { cause: reason });
}

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
