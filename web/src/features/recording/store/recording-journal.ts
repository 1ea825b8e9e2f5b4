import { recordingSampleRate } from "../../../audio/wav.ts";
import { GapList, type SampleLoss } from "../microphone/recording-buffer.ts";
import { encodeChunk } from "./internal/recording-chunks.ts";
import type { NamedSegment, SaveResult } from "./recording-database.ts";
import type { NewRecording, RecordingChunk, RecordingStore } from "./recording-store.ts";
import { acquireWebLock } from "./web-locks.ts";

export type RecordedAudio = Omit<NewRecording, "attempt">;

/** Stores a recording in chunks while it is made, so that a crash loses little of it. */
export type RecordingJournal = {
  readonly segment: NamedSegment;
  readonly attempt: number;
  /** Name of the lock of the unfinished recording in the store. */
  readonly lock: string;
  /** The samples are at `recordingSampleRate`. */
  add: (samples: Float32Array, losses: readonly SampleLoss[]) => void;
  /**
   * Replaces the chunks by the finished recording. If that fails, the chunks stay, and another call may succeed.
   * @throws {RecordingStoreError}
   */
  finish: (recording: RecordedAudio) => Promise<SaveResult>;
  writtenSeconds: () => number;
  /** Allows `recoverUnfinished` to recover the chunks of a recording that could not be saved. */
  releaseLock: () => void;
  /** Resolves to null if nothing was saved. */
  savePartial: () => Promise<SaveResult | null>;
  /** Also deletes a recording that `finish` is storing. */
  discard: () => Promise<void>;
};

export type JournalOptions = { store: RecordingStore; segment: NamedSegment; attempt: number };

const chunkSeconds = 1;

class StoredJournal implements RecordingJournal {
  readonly segment: NamedSegment;
  readonly attempt: number;
  readonly lock = `parlance-take-${crypto.randomUUID()}`;
  readonly #options: JournalOptions;
  readonly #closing = new AbortController();
  #release: () => void = () => undefined;
  /** Null if the store refuses the recording, which is then only in memory until it is finished. */
  readonly #number: Promise<number | null>;
  #writing: Promise<void> = Promise.resolve();
  /** The number of the finished recording. Null if no recording is finished. */
  #finished: Promise<number | null> = Promise.resolve(null);
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
    // Writes the buffered audio, because a phone may end a hidden page without notice.
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

  finish(recording: RecordedAudio): Promise<SaveResult> {
    const saving = this.#save(recording);
    this.#finished = saving.then(
      ({ record }) => record.number,
      () => null,
    );
    return saving;
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
    const begun = await this.#close();
    const number = (await this.#finished) ?? begun;
    if (number !== null) await this.#options.store.remove(number).catch(() => undefined);
    this.#release();
  }

  async #begin(): Promise<number | null> {
    const { store, segment, attempt } = this.#options;
    // Acquires the lock before the record is visible. Otherwise another tab could recover the record as interrupted.
    this.#release = await acquireWebLock(this.lock);
    return store.begin(segment, { attempt, sampleRate: recordingSampleRate, lock: this.lock }).catch(() => null);
  }

  async #save({ wav, durationSeconds, interrupted, gaps = [] }: RecordedAudio): Promise<SaveResult> {
    const { attempt } = this;
    const number = await this.#close();
    const finished = { attempt, wav, durationSeconds, interrupted, gaps };
    const stored = await this.#options.store.save(this.#options.segment, finished, number ?? undefined);
    this.#release();
    return stored;
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
      // Writes no more chunks after a missing one. `finish` stores the whole recording.
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

/** A failed write does not end the recording. */
export function createRecordingJournal(options: JournalOptions): RecordingJournal {
  return new StoredJournal(options);
}
