import { recordingSampleRate } from "../../../audio/wav.ts";
import { GapList, type SampleLoss } from "../microphone/recording-buffer.ts";
import { encodeChunk } from "./internal/recording-chunks.ts";
import type { NamedSegment, SaveResult } from "./recording-database.ts";
import type { NewRecording, RecordingChunk, RecordingStore } from "./recording-store.ts";
import { acquireWebLock } from "./web-locks.ts";

/** A take as the recorder gives it. */
export type RecordedAudio = Omit<NewRecording, "attempt">;

/** A take that is written down while it is recorded, so that a crash loses no more than its last second. */
export type RecordingJournal = {
  readonly segment: NamedSegment;
  /** By which the learner tells it from other takes of the segment. */
  readonly attempt: number;
  /** Notes the next samples, at `takeSampleRate`, and what was lost of them; ignored once the take has ended. */
  add: (samples: Float32Array, losses: readonly SampleLoss[]) => void;
  /**
   * Stores the finished take in place of what was noted. If that fails, what was noted stays, and it may be tried again
   * until `release`.
   * @throws {TakeStoreError}
   */
  finish: (take: RecordedAudio) => Promise<SaveResult>;
  /** How much of it is noted in the store, in seconds: what a reload would find again. */
  writtenSeconds: () => number;
  /** Lets others find what was noted of a take that could not be stored. */
  releaseLock: () => void;
  /** Makes a take of what was noted until now; null if that is nothing or cannot be kept. */
  savePartial: () => Promise<SaveResult | null>;
  /** Forgets what was noted. */
  discard: () => Promise<void>;
};

export type JournalOptions = { store: RecordingStore; segment: NamedSegment; attempt: number };

/** How much is noted at once, in seconds. */
const chunkSeconds = 1;

class StoredJournal implements RecordingJournal {
  readonly segment: NamedSegment;
  readonly attempt: number;
  readonly #options: JournalOptions;
  readonly #closing = new AbortController();
  readonly #lock = `parlance-take-${crypto.randomUUID()}`;
  #release: () => void = () => undefined;
  /** The take's number; null when the store refuses, and then the take is in memory only until it is finished. */
  readonly #number: Promise<number | null>;
  #writing: Promise<void> = Promise.resolve();
  #pending: Float32Array[] = [];
  #pendingSamples = 0;
  readonly #gaps = new GapList();
  #order = 0;
  #notedSamples = 0;
  #isBroken = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.segment = options.segment;
    this.attempt = options.attempt;
    this.#number = this.#begin();
    // A phone may end a page that is out of sight without another word.
    const onHidden = () => document.visibilityState === "hidden" && this.#flush();
    document.addEventListener("visibilitychange", onHidden, { signal: this.#closing.signal });
  }

  add(samples: Float32Array, losses: readonly SampleLoss[]): void {
    if (this.#closing.signal.aborted) return;
    this.#pending.push(samples);
    this.#gaps.add(samples.length, losses);
    this.#pendingSamples += samples.length;
    if (this.#pendingSamples >= chunkSeconds * recordingSampleRate) this.#flush();
  }

  async finish({ wav, durationSeconds, interrupted, gaps = [] }: RecordedAudio): Promise<SaveResult> {
    const { attempt } = this;
    const number = await this.#close();
    const finished = { attempt, wav, durationSeconds, interrupted, gaps };
    const stored = await this.#options.store.save(this.#options.segment, finished, number ?? undefined);
    this.#release();
    return stored;
  }

  writtenSeconds(): number {
    return this.#notedSamples / recordingSampleRate;
  }

  releaseLock(): void {
    this.#release();
  }

  async savePartial(): Promise<SaveResult | null> {
    this.#flush();
    const number = await this.#close();
    try {
      return number === null ? null : await this.#options.store.recover(number);
    } catch {
      return null;
    } finally {
      this.#release();
    }
  }

  async discard(): Promise<void> {
    const number = await this.#close();
    if (number !== null) await this.#options.store.remove(number).catch(() => undefined);
    this.#release();
  }

  async #begin(): Promise<number | null> {
    const { store, segment, attempt } = this.#options;
    // Held before the record can be seen, or another tab could take it for one that broke off.
    this.#release = await acquireWebLock(this.#lock);
    return store.begin(segment, { attempt, sampleRate: recordingSampleRate, lock: this.#lock }).catch(() => null);
  }

  #flush(): void {
    const blocks = this.#pending;
    const samples = this.#pendingSamples;
    this.#pending = [];
    this.#pendingSamples = 0;
    if (blocks.length === 0 || this.#isBroken) return;
    const chunk = {
      order: this.#order,
      samples: encodeChunk(blocks),
      seconds: samples / recordingSampleRate,
      gaps: this.#gaps.toGaps(),
    };
    this.#order += 1;
    this.#writing = this.#writing.then(() => this.#write(chunk, samples));
  }

  async #write(chunk: RecordingChunk, samples: number): Promise<void> {
    const number = await this.#number;
    if (number === null || this.#isBroken) return;
    try {
      await this.#options.store.append(number, chunk);
      this.#notedSamples += samples;
    } catch {
      // What follows a gap is of no use. The whole take is tried again when it is finished.
      this.#isBroken = true;
    }
  }

  async #close(): Promise<number | null> {
    this.#closing.abort();
    this.#pending = [];
    await this.#writing;
    return this.#number;
  }
}

/** Begins to note a take. Nothing here holds up or breaks the recording itself. */
export function createRecordingJournal(options: JournalOptions): RecordingJournal {
  return new StoredJournal(options);
}
