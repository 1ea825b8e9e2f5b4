import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";
import type { LanguageName } from "../../../../../domain/language.ts";
import type { TakeRef } from "../../../../../domain/practice.ts";
import type { Dialogue } from "../../../../../domain/progress.ts";

/** Which segment of which dialogue, and whose. `segmentIndex` counts from 0. */
export type SegmentKey = Dialogue & {
  userId: string;
  segmentIndex: number;
};
/** A segment by its place and the name of its dialogue as the learner sees it. */
export type NamedSegment = SegmentKey & { title: string };

/** Takes from before languages were noted may be of one that nobody can tell any more. */
export type TakeLanguage = LanguageName | "unknown";

/** Tells of which language the takes of a scenario are that were stored without one. */
export type FormerLanguage = (userId: string, scenarioId: string) => TakeLanguage;

/** What is known of a stored take; its sound stands apart, so that lists stay light. */
export type TakeRecord = Omit<SegmentKey, "language"> &
  TakeRef & {
    language: TakeLanguage;
    /** Of the dialogue; former versions noted none. */
    title?: string;
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

const databaseName = "parlance";
const databaseVersion = 3;
const place = ["userId", "language", "scenarioId", "segmentIndex"];

type Place = Pick<TakeRecord, "language" | "scenarioId" | "segmentIndex">;

/** The name of a segment's recordings. */
export function recordingKey({ language, scenarioId, segmentIndex }: Place): string {
  return `recording_${language}_${scenarioId}_${segmentIndex}`;
}

/** All keys that begin so: IndexedDB orders an array after every string and number, so `[]` ends the range. */
export function beginningWith(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}

/** A take as version 1 kept it: one record by segment and attempt, with its sound inside. */
const FirstTake = z.object({
  userId: z.string(),
  scenarioId: z.string(),
  segmentIndex: z.number(),
  attempt: z.number(),
  wav: z.instanceof(ArrayBuffer),
  durationSeconds: z.number(),
  savedAt: z.number(),
});

function createStores(database: TakeDatabase): void {
  database.createObjectStore("takes", { autoIncrement: true }).createIndex("place", place);
  database.createObjectStore("take-sounds");
  database.createObjectStore("take-chunks");
}

type Upgrade = Parameters<NonNullable<NonNullable<Parameters<typeof openDB<TakeSchema>>[2]>["upgrade"]>>;

/** From the first version: a sound of its own for each take, and numbers that the database gives. */
async function numberTakes(database: TakeDatabase, transaction: Upgrade[3], former: FormerLanguage): Promise<void> {
  const kept: unknown[] = await transaction.objectStore("takes").getAll();
  database.deleteObjectStore("takes");
  createStores(database);
  for (const each of kept) {
    const first = FirstTake.safeParse(each);
    if (!first.success) continue;
    const { wav, savedAt, ...facts } = first.data;
    const language = former(facts.userId, facts.scenarioId);
    const times = { recordedAt: savedAt, usedAt: savedAt };
    const record: TakeRecord = {
      ...facts,
      ...times,
      language,
      key: recordingKey({ ...facts, language }),
      type: "audio/wav",
      bytes: wav.byteLength,
      interrupted: false,
      number: 0,
    };
    const number = await transaction.objectStore("takes").add(record);
    await transaction.objectStore("takes").put({ ...record, number }, number);
    await transaction.objectStore("take-sounds").put(wav, number);
  }
}

/** From the second version, which noted no language. */
async function noteLanguages(transaction: Upgrade[3], former: FormerLanguage): Promise<void> {
  const takes = transaction.objectStore("takes");
  takes.deleteIndex("place");
  for (const record of await takes.getAll()) {
    const language = former(record.userId, record.scenarioId);
    await takes.put({ ...record, language, key: recordingKey({ ...record, language }) }, record.number);
  }
  takes.createIndex("place", place);
}

async function upgrade(
  database: TakeDatabase,
  from: number,
  transaction: Upgrade[3],
  former: FormerLanguage,
): Promise<void> {
  if (from === 0) return createStores(database);
  return from === 1 ? numberTakes(database, transaction, former) : noteLanguages(transaction, former);
}

/** Whether the browser refused something for want of room. */
export function isFull(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "QuotaExceededError";
}

function toStoreError(reason: unknown): TakeStoreError {
  if (reason instanceof TakeStoreError) return reason;
  return new TakeStoreError(isFull(reason) ? "quota" : "unavailable", { cause: reason });
}

/** Opens the database when it is first needed, and again after another tab or the browser closed it. */
export class TakeConnection {
  readonly #former: FormerLanguage;
  #opening: Promise<TakeDatabase> | undefined;

  constructor(former: FormerLanguage) {
    this.#former = former;
  }

  /** @throws {TakeStoreError} */
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

  #open(): Promise<TakeDatabase> {
    const opening = this.#openNew();
    // The browser may refuse before this function returns; only afterwards is there something to forget.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  async #openNew(): Promise<TakeDatabase> {
    return openDB<TakeSchema>(databaseName, databaseVersion, {
      upgrade: (database, from, _to, transaction) => upgrade(database, from, transaction, this.#former),
      // A newer version of the app in another tab waits for this connection to go.
      blocking: () => this.close(),
      terminated: () => this.close(),
    });
  }
}
