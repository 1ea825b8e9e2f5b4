import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Which segment of which scenario, and whose. `segmentIndex` counts from 0. */
export type SegmentKey = { userId: string; scenarioId: string; segmentIndex: number };

/** A take as it is stored. */
export type SavedTake = SegmentKey & {
  /** `recording_{scenarioId}_{segmentIndex}`, the name under which the learner's data is listed and removed. */
  key: string;
  /** Counts from 1. */
  attempt: number;
  /** An ArrayBuffer with its type, since some browsers lose stored Blobs. */
  wav: ArrayBuffer;
  type: "audio/wav";
  durationSeconds: number;
  /** Milliseconds since 1970. */
  savedAt: number;
};

/** What is given to be stored. */
export type NewTake = Pick<SavedTake, "attempt" | "wav" | "durationSeconds">;

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

/** The learner's recordings in this browser. Every rejection is a `TakeStoreError`. */
export type TakeStore = {
  /** Stores a take, replacing one of the same attempt. */
  save(segment: SegmentKey, take: NewTake): Promise<SavedTake>;
  /** The take of the highest attempt. */
  latest(segment: SegmentKey): Promise<SavedTake | undefined>;
  /** All takes of a scenario, by segment and attempt. */
  listScenario(userId: string, scenarioId: string): Promise<SavedTake[]>;
  deleteForSegment(segment: SegmentKey): Promise<void>;
  clearScenario(userId: string, scenarioId: string): Promise<void>;
  clearUser(userId: string): Promise<void>;
  clearAll(): Promise<void>;
  /** Closes the database; a later call opens it again. */
  dispose(): void;
};

type PrimaryKey = [userId: string, scenarioId: string, segmentIndex: number, attempt: number];

interface TakeSchema extends DBSchema {
  takes: { key: PrimaryKey; value: SavedTake };
}

type TakeDatabase = IDBPDatabase<TakeSchema>;

const databaseName = "parlance";
const databaseVersion = 1;

/** The name of a segment's recording. */
export function recordingKey(scenarioId: string, segmentIndex: number): string {
  return `recording_${scenarioId}_${segmentIndex}`;
}

/** All keys that begin so: IndexedDB orders an array after every string and number, so `[]` ends the range. */
function beginningWith(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}

function segmentRange({ userId, scenarioId, segmentIndex }: SegmentKey): IDBKeyRange {
  return beginningWith(userId, scenarioId, segmentIndex);
}

function toStoreError(reason: unknown): TakeStoreError {
  const isFull = reason instanceof Error && reason.name === "QuotaExceededError";
  return new TakeStoreError(isFull ? "quota" : "unavailable", { cause: reason });
}

/** Opens the database when it is first needed, and again after another tab or the browser closed it. */
class Connection {
  #opening: Promise<TakeDatabase> | undefined;

  async run<T>(work: (database: TakeDatabase) => Promise<T>): Promise<T> {
    try {
      this.#opening ??= this.#open();
      return await work(await this.#opening);
    } catch (reason) {
      throw toStoreError(reason);
    }
  }

  close(): void {
    void this.#opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#opening = undefined;
  }

  async #open(): Promise<TakeDatabase> {
    try {
      return await openDB<TakeSchema>(databaseName, databaseVersion, {
        upgrade: (database) => {
          database.createObjectStore("takes", { keyPath: ["userId", "scenarioId", "segmentIndex", "attempt"] });
        },
        // A newer version of the app in another tab waits for this connection to go.
        blocking: () => this.close(),
        terminated: () => this.close(),
      });
    } catch (reason) {
      this.#opening = undefined;
      throw reason;
    }
  }
}

function askToKeep(): void {
  // Without it a browser short of space removes recordings unasked; a refusal changes nothing.
  navigator.storage?.persist?.().catch(() => undefined);
}

/** @param now gives milliseconds since 1970. */
export function createTakeStore(now: () => number): TakeStore {
  const connection = new Connection();
  let asked = false;
  const deleteRange = (range: IDBKeyRange) => connection.run((database) => database.delete("takes", range));
  return {
    async save(segment, take) {
      const key = recordingKey(segment.scenarioId, segment.segmentIndex);
      const saved: SavedTake = { ...segment, ...take, key, type: "audio/wav", savedAt: now() };
      await connection.run((database) => database.put("takes", saved));
      if (!asked) askToKeep();
      asked = true;
      return saved;
    },
    latest: (segment) =>
      connection.run(async (database) => {
        const cursor = await database.transaction("takes").store.openCursor(segmentRange(segment), "prev");
        return cursor?.value;
      }),
    listScenario: (userId, scenarioId) =>
      connection.run((database) => database.getAll("takes", beginningWith(userId, scenarioId))),
    deleteForSegment: (segment) => deleteRange(segmentRange(segment)),
    clearScenario: (userId, scenarioId) => deleteRange(beginningWith(userId, scenarioId)),
    clearUser: (userId) => deleteRange(beginningWith(userId)),
    clearAll: () => connection.run((database) => database.clear("takes")),
    dispose: () => connection.close(),
  };
}
