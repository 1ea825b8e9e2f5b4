import type { DBSchema, IDBPDatabase } from "idb";
import type { TakeRef } from "../../../../../domain/practice/practice.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import { connectStored, type DatabaseConnection } from "../../../browser/database.ts";
import type { StoredDatabase } from "../../../browser/stored.ts";

/** Which segment of which dialogue, and whose. `segmentIndex` counts from 0. */
export type SegmentKey = Dialogue & {
  userId: string;
  segmentIndex: number;
};
/** Of a mock exam: which, and the position of the dialogue in it, from 0. */
export type MockPlace = { attemptId: string; dialogue: number };

/** A segment by its place and the name of its dialogue as the learner sees it; `mock` where it is interpreted in one. */
export type NamedSegment = SegmentKey & { title: string; mock?: MockPlace };

/** What is known of a stored take; its sound stands apart, so that lists stay light. */
export type TakeRecord = NamedSegment &
  TakeRef & {
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
export type Stored = { record: TakeRecord; givenUp: TakeRecord[] };

/** No room is left for a take, or the browser gives no storage (as some do in private windows). */
export type TakeStoreErrorCode = "quota" | "unavailable";

/** The only error a take store rejects with; `cause` is what the browser said. */
export class TakeStoreError extends Error {
  readonly code: TakeStoreErrorCode;

  constructor(code: TakeStoreErrorCode, options?: ErrorOptions) {
    super(`Takes cannot be stored: ${code}`, options);
    this.name = "TakeStoreError";
    this.code = code;
  }
}

interface TakeSchema extends DBSchema {
  /** By number, which the database gives: it only grows, over all tabs, and is never given again. */
  takes: { key: number; value: TakeRecord; indexes: { place: [string, string, string, number] } };
  /** WAV files by take. ArrayBuffers, since some browsers lose stored Blobs. */
  "take-sounds": { key: number; value: ArrayBuffer };
  /** What was recorded of an unfinished take, as 16-bit samples, by take and order. */
  "take-chunks": { key: [take: number, order: number]; value: ArrayBuffer };
}

export type TakeDatabase = IDBPDatabase<TakeSchema>;

const place = ["userId", "language", "scenarioId", "segmentIndex"];

type Place = Pick<TakeRecord, "language" | "scenarioId" | "segmentIndex">;

/** The name of a segment's recordings. */
export function recordingKey({ language, scenarioId, segmentIndex }: Place): string {
  return `recording_${language}_${scenarioId}_${segmentIndex}`;
}

function createStores(database: TakeDatabase): void {
  database.createObjectStore("takes", { autoIncrement: true }).createIndex("place", place);
  database.createObjectStore("take-sounds");
  database.createObjectStore("take-chunks");
}

/** Whether the browser refused something for want of room. */
export function isFull(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "QuotaExceededError";
}

function toStoreError(reason: unknown): TakeStoreError {
  if (reason instanceof TakeStoreError) return reason;
  return new TakeStoreError(isFull(reason) ? "quota" : "unavailable", { cause: reason });
}

/** The way to a database of takes. */
export class TakeConnection {
  readonly #connection: DatabaseConnection<TakeSchema>;

  constructor(entry: StoredDatabase) {
    this.#connection = connectStored<TakeSchema>(entry, createStores);
  }

  /** @throws {TakeStoreError} */
  async run<T>(work: (database: TakeDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#connection.connect());
    } catch (reason) {
      throw toStoreError(reason);
    }
  }
}
