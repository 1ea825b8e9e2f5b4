import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { stored } from "../../../../web/src/browser/stored.ts";
import { createRecordingJournal } from "../../../../web/src/features/recording/store/recording-journal.ts";
import {
  createRecordingStore,
  type RecordingStore,
} from "../../../../web/src/features/recording/store/recording-store.ts";
import { createFakeLocks } from "./fake-locks.ts";

const sampleRate = 24_000;
const dialogue = { language: "nepali", scenarioId: "health-1" } as const;
const segment = { userId: "asha", ...dialogue, segmentIndex: 2, title: "At the doctor" };
const finished = { wav: new ArrayBuffer(44), durationSeconds: 7, interrupted: false };
const block = (seconds: number, level = 0.5) => new Float32Array(seconds * sampleRate).fill(level);

let locks = createFakeLocks();
let page = Object.assign(new EventTarget(), { visibilityState: "visible" });

beforeEach(() => {
  locks = createFakeLocks();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("document", page);
});
afterEach(() => void vi.unstubAllGlobals());

/** `written` lists the chunks that the journal appends, even if the store refuses them. */
function begin(change: Partial<RecordingStore> = {}) {
  const store = {
    ...createRecordingStore(() => 1_000, { database: stored.recordings, capBytes: Number.POSITIVE_INFINITY }),
    ...change,
  };
  const written: { order: number; seconds: number; samples: number }[] = [];
  const watched: RecordingStore = {
    ...store,
    append: async (number, chunk) => {
      written.push({ order: chunk.order, seconds: chunk.seconds, samples: chunk.samples.byteLength / 2 });
      await store.append(number, chunk);
    },
  };
  const journal = createRecordingJournal({ store: watched, segment, attempt: 4 });
  return { store, journal, written };
}

describe("the journal of a recording", () => {
  it("is written once for each second of audio, not for each block", async () => {
    const { journal, written, store } = begin();
    for (let at = 0; at < 10; at += 1) journal.add(block(0.25), []);
    await vi.waitFor(() => expect(written).toHaveLength(2));
    expect(written).toEqual([
      { order: 0, seconds: 1, samples: sampleRate },
      { order: 1, seconds: 1, samples: sampleRate },
    ]);
    await vi.waitFor(async () => {
      const [record] = await store.list("asha", dialogue);
      expect(record).toMatchObject({ attempt: 4, segmentIndex: 2, durationSeconds: 2 });
    });
  });

  it("reports the written seconds exactly after 300 short blocks", async () => {
    const { journal, written } = begin();
    for (let at = 0; at < 300; at += 1) journal.add(block(0.02), []);
    await vi.waitFor(() => expect(written).toHaveLength(6));
    await vi.waitFor(() => expect(journal.writtenSeconds()).toBe(6));
  });

  it("is written when the page becomes hidden, but not when the page becomes visible", async () => {
    const { journal, written } = begin();
    journal.add(block(0.25), []);
    page.dispatchEvent(new Event("visibilitychange"));
    journal.add(block(0.25), []);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toEqual({ order: 0, seconds: 0.5, samples: 0.5 * sampleRate });
  });

  it("is replaced by the finished recording", async () => {
    const { journal, store } = begin();
    journal.add(block(1.5), []);
    const { record } = await journal.finish(finished);
    expect(record).toMatchObject({ attempt: 4, durationSeconds: 7, interrupted: false, segmentIndex: 2 });
    expect(record).not.toHaveProperty("unfinished");
    expect(await store.listAll("asha")).toEqual([record]);
    expect((await store.loadAudio(record.number))?.byteLength).toBe(44);
  });

  it("is not written after it has ended", async () => {
    const { journal, written, store } = begin();
    await journal.finish(finished);
    journal.add(block(3), []);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    await store.listAll("asha");
    expect(written).toEqual([]);
  });

  it("is saved by savePartial() up to the last block", async () => {
    const { journal, store } = begin();
    journal.add(block(1, 0.5), []);
    journal.add(block(0.5, -0.5), []);
    const left = await journal.savePartial();
    expect(left?.record).toMatchObject({ attempt: 4, interrupted: true, durationSeconds: 1.5 });
    const samples = decodeWav((await store.loadAudio(left?.record.number ?? 0)) ?? new ArrayBuffer(44))?.samples;
    expect([samples?.length, samples?.[0], samples?.at(-1)]).toEqual([36_000, 0.5, -0.5]);
  });

  it("preserves the position of a gap", async () => {
    const { journal } = begin();
    journal.add(block(1), []);
    journal.add(block(1), [{ at: 6_000, seconds: 0.2 }]);
    const left = await journal.savePartial();
    expect(left?.record.gaps).toEqual([{ atSeconds: 1.25, seconds: 0.2 }]);
  });

  it("yields no recording if nothing was recorded or the journal is discarded", async () => {
    const first = begin();
    expect(await first.journal.savePartial()).toBeNull();
    const second = begin();
    second.journal.add(block(2), []);
    await second.journal.discard();
    expect(await second.store.listAll("asha")).toEqual([]);
  });

  it("holds its own lock until it has ended, even if another journal ends first", async () => {
    const { journal, store } = begin();
    journal.add(block(1), []);
    await vi.waitFor(async () => expect(await store.listAll("asha")).toHaveLength(1));
    const [record] = await store.listAll("asha");
    expect(record?.unfinished?.lock).toMatch(/^parlance-take-.{36}$/);
    expect(locks.held()).toEqual([record?.unfinished?.lock]);
    const other = begin();
    await vi.waitFor(() => expect(locks.held()).toHaveLength(2));
    await other.journal.discard();
    await vi.waitFor(() => expect(locks.held()).toEqual([record?.unfinished?.lock]));
    await journal.finish(finished);
    await vi.waitFor(() => expect(locks.held()).toEqual([]));
  });

  it.each(["savePartial", "discard"] as const)("releases its lock after %s()", async (end) => {
    const { journal } = begin();
    journal.add(block(1), []);
    await journal[end]();
    await vi.waitFor(() => expect(locks.held()).toEqual([]));
  });
});

describe("a journal whose store refuses a write", () => {
  it("saves the finished recording even if the store refused the start", async () => {
    const { journal, written, store } = begin({ begin: () => Promise.reject(new Error("full")) });
    journal.add(block(2), []);
    const { record } = await journal.finish(finished);
    expect(written).toEqual([]);
    expect(await store.listAll("asha")).toEqual([record]);
  });

  it("leaves no recording if it is discarded while it saves the finished recording", async () => {
    const { journal, store } = begin({ begin: () => Promise.reject(new Error("full")) });
    const saving = journal.finish(finished);
    await journal.discard();
    await saving;
    expect(await store.listAll("asha")).toEqual([]);
  });

  it("saves nothing in savePartial() if the store refused the start", async () => {
    const { journal, written, store } = begin({ begin: () => Promise.reject(new Error("full")) });
    journal.add(block(2), []);
    expect(await journal.savePartial()).toBeNull();
    expect([written, await store.listAll("asha")]).toEqual([[], []]);
  });

  it("appends no more chunks of audio after the store refused a chunk", async () => {
    let refusals = 0;
    const { journal, written } = begin({
      append: async () => {
        refusals += 1;
        throw new Error("full");
      },
    });
    for (let at = 0; at < 4; at += 1) journal.add(block(1), []);
    await journal.finish(finished);
    expect(refusals).toBe(1);
    expect(written).toHaveLength(1);
  });

  it("returns null from savePartial() and releases its lock if the store refuses the recovery", async () => {
    const { journal } = begin({ recover: () => Promise.reject(new Error("gone")) });
    journal.add(block(2), []);
    expect(await journal.savePartial()).toBeNull();
    await vi.waitFor(() => expect(locks.held()).toEqual([]));
  });
});
