import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { stored } from "../../../../web/src/browser/stored.ts";
import { createRecordingStore } from "../../../../web/src/features/recording/store/recording-store.ts";

const title = "At the doctor";
const dialogue = { language: "nepali", scenarioId: "health-1" } as const;
const segment = { userId: "asha", ...dialogue, segmentIndex: 0, title };
const elsewhere = { userId: "asha", language: "mandarin", scenarioId: "health-1", segmentIndex: 0, title } as const;
const ofBina = { ...segment, userId: "bina" };
const beginning = { attempt: 1, lock: "lock-1", sampleRate: 24_000 };
const wav = (bytes = 44) => new ArrayBuffer(bytes);
const aRecording = (attempt = 1, bytes = 44) => ({ attempt, durationSeconds: 2, interrupted: false, wav: wav(bytes) });
const chunk = (order: number, seconds: number, level: number) => ({
  order,
  samples: new Int16Array(seconds * 24_000).fill(level).buffer,
  seconds,
  gaps: [],
});

let now = 1_000;
const open = () => createRecordingStore(() => now, { database: stored.recordings, capBytes: 2_000 });

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  now = 1_000;
});
afterEach(() => void vi.unstubAllGlobals());

describe("a finished recording", () => {
  it("is stored for the next visit with its audio", async () => {
    const { record, evicted } = await open().save(segment, aRecording(3));
    expect(evicted).toEqual([]);
    expect(record).toMatchObject({
      ...{ userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: 0 },
      ...{ attempt: 3, durationSeconds: 2, interrupted: false, bytes: 44, type: "audio/wav" },
      ...{ key: "recording_nepali_health-1_0", recordedAt: 1_000, usedAt: 1_000 },
    });
    const later = open();
    expect(await later.list("asha", dialogue)).toEqual([record]);
    now = 5_000;
    expect((await later.loadAudio(record.number))?.byteLength).toBe(44);
    expect(await later.list("asha", dialogue)).toEqual([{ ...record, usedAt: 5_000 }]);
  });

  it("does not reuse the number of a removed recording", async () => {
    const store = open();
    const first = await store.save(segment, aRecording());
    await store.remove(first.record.number);
    const second = await store.save(segment, aRecording());
    expect(second.record.number).toBeGreaterThan(first.record.number);
    expect(await store.loadAudio(first.record.number)).toBeUndefined();
  });

  it("is listed only under its learner and its language", async () => {
    const store = open();
    const mine = await store.save(segment, aRecording(1));
    const again = await store.save(segment, aRecording(2));
    const other = await store.save(elsewhere, aRecording(1));
    const theirs = await store.save(ofBina, aRecording(1));
    expect(await store.list("asha", dialogue)).toEqual([mine.record, again.record]);
    expect(await store.list("asha", { language: "mandarin", scenarioId: "health-1" })).toEqual([other.record]);
    expect(await store.listAll("asha")).toEqual([mine.record, again.record, other.record]);
    expect(await store.listAll("bina")).toEqual([theirs.record]);
  });

  it("can be removed alone, or with all recordings of its dialogue or its learner", async () => {
    const store = open();
    const [one, two] = [await store.save(segment, aRecording(1)), await store.save(segment, aRecording(2))];
    const other = await store.save(elsewhere, aRecording(1));
    const theirs = await store.save(ofBina, aRecording(1));
    await store.remove(one.record.number);
    expect(await store.list("asha", dialogue)).toEqual([two.record]);
    await store.clearDialogue("asha", dialogue);
    expect(await store.listAll("asha")).toEqual([other.record]);
    expect(await store.loadAudio(two.record.number)).toBeUndefined();
    await store.clearUser("asha");
    expect(await store.listAll("asha")).toEqual([]);
    expect(await store.listAll("bina")).toEqual([theirs.record]);
  });

  it("evicts the learner's least recently used recording to make room", async () => {
    const store = open();
    const first = await store.save(segment, aRecording(1, 900));
    now = 2_000;
    const second = await store.save(segment, aRecording(2, 900));
    now = 3_000;
    await store.loadAudio(first.record.number);
    now = 4_000;
    const third = await store.save(segment, aRecording(3, 900));
    expect(third.evicted.map(({ number }) => number)).toEqual([second.record.number]);
    const kept = await store.list("asha", dialogue);
    expect(kept.map(({ number }) => number)).toEqual([first.record.number, third.record.number]);
    expect(await store.loadAudio(second.record.number)).toBeUndefined();
  });
});

describe("a running recording", () => {
  it("has a number and the length so far, but no audio yet", async () => {
    const store = open();
    const number = await store.begin(segment, beginning);
    now = 2_000;
    await store.append(number, chunk(0, 1, 100));
    const gaps = [{ atSeconds: 0.5, seconds: 0.25 }];
    await store.append(number, { ...chunk(1, 2, 200), gaps });
    const [record] = await store.list("asha", dialogue);
    expect(record).toMatchObject({
      ...{ number, attempt: 1, durationSeconds: 3, bytes: 3 * 48_000, recordedAt: 1_000, usedAt: 2_000, gaps },
      unfinished: { lock: "lock-1", sampleRate: 24_000 },
    });
    expect(await store.loadAudio(number)).toBeUndefined();
  });

  it("keeps its number when it is finished", async () => {
    const store = open();
    const number = await store.begin(segment, beginning);
    await store.append(number, chunk(0, 1, 100));
    const { record } = await store.save(segment, aRecording(), number);
    expect(record.number).toBe(number);
    expect(record).not.toHaveProperty("unfinished");
    expect(await store.list("asha", dialogue)).toEqual([record]);
    expect(await store.recover(number)).toBeNull();
    await expect(store.append(number, chunk(1, 1, 100))).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is recovered from its chunks in order, and marked as interrupted", async () => {
    const number = await open().begin(segment, beginning);
    await open().append(number, chunk(1, 1, 16_384));
    await open().append(number, chunk(0, 1, -16_384));
    now = 9_000;
    const recovered = await open().recover(number);
    expect(recovered?.record).toMatchObject({ number, interrupted: true, durationSeconds: 2, usedAt: 9_000 });
    expect(recovered?.record).not.toHaveProperty("unfinished");
    const sound = await open().loadAudio(number);
    const samples = decodeWav(sound ?? wav())?.samples;
    expect([samples?.length, samples?.[100], samples?.at(-100)]).toEqual([48_000, -0.5, 0.5]);
  });

  it("is removed by a recovery if it has no chunks", async () => {
    const store = open();
    const number = await store.begin(segment, beginning);
    expect(await store.recover(number)).toBeNull();
    expect(await store.listAll("asha")).toEqual([]);
  });

  it("is not restored after it was removed", async () => {
    const store = open();
    const number = await store.begin(segment, beginning);
    await store.append(number, chunk(0, 1, 100));
    await store.remove(number);
    expect(await store.recover(number)).toBeNull();
    await expect(store.append(number, chunk(1, 1, 100))).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.listAll("asha")).toEqual([]);
  });
});

describe("a recording that is recovered while the storage has no space for its file", () => {
  /** Refuses the file of the next recovery. `meanwhile` runs just before the refusal. */
  const refuseFile = (meanwhile: () => void = () => undefined) => {
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...values) {
      if (this.name !== "take-sounds") return put.apply(this, values);
      meanwhile();
      throw new DOMException("No space", "QuotaExceededError");
    });
  };
  const beginOne = async () => {
    const store = open();
    const number = await store.begin(segment, beginning);
    await store.append(number, chunk(0, 1, 16_384));
    return { store, number };
  };
  afterEach(() => void vi.restoreAllMocks());

  it("keeps its chunks as its audio", async () => {
    const { store, number } = await beginOne();
    refuseFile();
    const recovered = await store.recover(number);
    expect(recovered?.record).toMatchObject({ number, interrupted: true, durationSeconds: 1, chunkRate: 24_000 });
    const sound = await store.loadAudio(number);
    expect(decodeWav(sound ?? wav())?.samples.length).toBe(24_000);
  });

  it("stays deleted if it is deleted meanwhile", async () => {
    const { store, number } = await beginOne();
    let removal: Promise<void> | undefined;
    refuseFile(() => {
      removal = store.remove(number);
    });
    expect(await store.recover(number)).toBeNull();
    await removal;
    expect(await store.listAll("asha")).toEqual([]);
  });
});

describe("the browser's storage", () => {
  it("receives only one request for persistence", async () => {
    const persist = vi.fn(async () => false);
    vi.stubGlobal("navigator", { storage: { persist } });
    const store = open();
    await store.begin(segment, beginning);
    await store.begin(segment, beginning);
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it("is reported as unavailable or full", async () => {
    const refuse = (name: string) =>
      vi.spyOn(indexedDB, "open").mockImplementation(() => {
        throw new DOMException("told by the browser", name);
      });
    refuse("SecurityError");
    await expect(open().save(segment, aRecording())).rejects.toMatchObject({
      name: "RecordingStoreError",
      code: "unavailable",
    });
    vi.restoreAllMocks();
    refuse("QuotaExceededError");
    await expect(open().listAll("asha")).rejects.toMatchObject({ name: "RecordingStoreError", code: "quota" });
  });

  it("is opened again after a refusal", async () => {
    const store = open();
    vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
      throw new DOMException("told by the browser", "UnknownError");
    });
    await expect(store.listAll("asha")).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.listAll("asha")).toEqual([]);
  });
});
