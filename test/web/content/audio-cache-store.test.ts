import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";

beforeEach(() => void vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const entry = (key: string, timestamp = 1) => {
  const content = new TextEncoder().encode(key).buffer;
  return { key, timestamp, size: content.byteLength, type: "audio/mpeg", content };
};
const facts = (key: string, timestamp = 1) => ({ key, timestamp, size: key.length });

it("the audio cache store reads a file that an earlier store wrote", async () => {
  await createAudioCacheStore().put(entry("one", 5), []);
  const store = createAudioCacheStore();
  await store.put(entry("three", 7), []);
  expect(await store.read("one")).toEqual(entry("one", 5));
  expect(await store.list()).toEqual([facts("one", 5), facts("three", 7)]);
  expect(await store.read("two")).toBeUndefined();
});

it("the audio cache store opens its database when open is called, and not again for a read", async () => {
  const opening = vi.spyOn(indexedDB, "open");
  const store = createAudioCacheStore();
  expect(opening).not.toHaveBeenCalled();
  await store.open();
  expect(await indexedDB.databases()).toEqual([{ name: "parlance-audio", version: 1 }]);
  await store.read("one");
  expect(opening).toHaveBeenCalledOnce();
});

it("the audio cache store evicts the given files when it stores a file", async () => {
  const store = createAudioCacheStore();
  for (const key of ["a", "b", "c"]) await store.put(entry(key), []);
  await store.put(entry("d"), ["a", "c"]);
  expect(await store.list()).toEqual([facts("b"), facts("d")]);
  expect(await Promise.all(["a", "b", "c", "d"].map(store.read))).toEqual([
    undefined,
    entry("b"),
    undefined,
    entry("d"),
  ]);
});

it("the audio cache store evicts nothing for a file that cannot be stored", async () => {
  const store = createAudioCacheStore();
  await store.put(entry("a"), []);
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value) {
    // A browser may report a failed write only when it aborts the transaction.
    if (this.name === "facts") queueMicrotask(() => this.transaction.abort());
    return put.call(this, value);
  });
  await expect(store.put(entry("b"), ["a"])).rejects.toThrow();
  expect(await store.list()).toEqual([facts("a")]);
  expect(await store.read("a")).toEqual(entry("a"));
});

it("the audio cache store removes one file, or all files", async () => {
  const store = createAudioCacheStore();
  for (const key of ["a", "b", "c"]) await store.put(entry(key), []);
  await store.remove("b");
  expect([await store.read("b"), await store.list()]).toEqual([undefined, [facts("a"), facts("c")]]);
  await store.clear();
  expect([await store.read("a"), await store.list()]).toEqual([undefined, []]);
});

it("the audio cache store can open its database after a first attempt failed", async () => {
  const store = createAudioCacheStore();
  vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
    throw new DOMException("told by the browser", "UnknownError");
  });
  await expect(store.list()).rejects.toThrow();
  expect(await store.list()).toEqual([]);
});

it("the audio cache store lists no files after its database was deleted", async () => {
  const store = createAudioCacheStore();
  await store.put(entry("a"), []);
  await new Promise<void>((resolve, reject) => {
    const removal = indexedDB.deleteDatabase("parlance-audio");
    removal.onsuccess = () => resolve();
    removal.onerror = () => reject(removal.error);
  });
  expect(await store.list()).toEqual([]);
});
