import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import {
  isStorageBlocked,
  listStored,
  parseStored,
  readStored,
  removeListed,
  removeStored,
  storedKey,
  subscribeToStored,
  writeStored,
} from "../../../web/src/browser/storage.ts";
import { type StoredItem, stored } from "../../../web/src/browser/stored.ts";
import { fullStorage, memoryStorage } from "./memory-storage.ts";

const nepali = { learner: "asha", name: "topics_nepali" };
let local: Map<string, string>;
let page: EventTarget;

beforeEach(() => {
  local = new Map();
  page = new EventTarget();
  vi.stubGlobal("localStorage", memoryStorage(local));
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("window", page);
});
afterEach(() => void vi.unstubAllGlobals());

const notRegistered = { ...stored.codeRequest, key: "anything_else" } as const;

describe("a registered item", () => {
  it("is stored under its key, which contains its parameters", () => {
    expect(storedKey(stored.cached, nepali)).toBe("cache_asha_topics_nepali");
    expect(writeStored(stored.cached, "a list", nepali)).toBe(true);
    writeStored(stored.languageSelectedHere, "true");
    expect(Object.fromEntries(local)).toEqual({ cache_asha_topics_nepali: "a list" });
    expect(sessionStorage.getItem("language_selected")).toBe("true");
    expect(readStored(stored.cached, nepali)).toBe("a list");
    expect(readStored(stored.languageSelected)).toBeNull();
    removeStored(stored.cached, nepali);
    expect(local.size).toBe(0);
  });

  it("can be listed by a parameter of its key, and removed by a condition", () => {
    for (const name of ["a", "b_c"]) writeStored(stored.cached, name, { learner: "asha", name });
    writeStored(stored.cached, "d", { learner: "bina", name: "d" });
    expect(listStored(stored.cached, { learner: "asha" })).toEqual([
      ["a", "a"],
      ["b_c", "b_c"],
    ]);
    removeListed(stored.cached, {}, (_, text) => text !== "a");
    expect(Object.fromEntries(local)).toEqual({ cache_asha_a: "a" });
    removeListed(stored.cached, { learner: "asha" });
    expect(local.size).toBe(0);
  });

  it("type-checks only with its parameters; an unregistered item or a database does not type-check", () => {
    expect(storedKey(stored.playbackSpeed, { learner: "asha" })).toBe("playback_speed_asha");
    expect(storedKey(stored.textSize)).toBe("parlance_text_size");
    // Only the types refuse these lines. At run time, `storedKey` accepts every item.
    // @ts-expect-error: it is not in the register
    expect(storedKey(notRegistered)).toBe("anything_else");
    // @ts-expect-error: a database is not an item
    const database: StoredItem = stored.recordings;
    // @ts-expect-error: the key needs a learner
    expect(storedKey(stored.playbackSpeed)).toBe("playback_speed_");
    // @ts-expect-error: the key has no learner
    expect(storedKey(stored.textSize, { learner: "asha" })).toBe("parlance_text_size");
    expect(database.place).toBe("database");
  });
});

describe("parseStored", () => {
  it.each([
    ["the value of valid JSON", "[1]", [1]],
    ["undefined for JSON of another shape", '["1"]', undefined],
    ["undefined for a text that is not JSON", "[", undefined],
    ["undefined without a text", null, undefined],
  ])("returns %s", (_, text, expected) => {
    expect(parseStored(text, z.array(z.number()))).toEqual(expected);
  });
});

describe.each([
  ["is blocked", undefined],
  ["is full", fullStorage()],
])("in a browser whose storage %s", (_, storage) => {
  beforeEach(() => void vi.stubGlobal("localStorage", storage));

  it("writeStored keeps an item in memory, and reports that it is not stored", () => {
    expect(writeStored(stored.cached, "a list", nepali)).toBe(false);
    expect(readStored(stored.cached, nepali)).toBe("a list");
    expect(listStored(stored.cached, { learner: "asha" })).toEqual([["topics_nepali", "a list"]]);
    removeStored(stored.cached, nepali);
    expect(readStored(stored.cached, nepali)).toBeNull();
  });

  it("writeStored stores an item after the storage works again", () => {
    writeStored(stored.textSize, "1");
    vi.stubGlobal("localStorage", memoryStorage(local));
    expect(writeStored(stored.textSize, "2")).toBe(true);
    expect([local.get("parlance_text_size"), readStored(stored.textSize)]).toEqual(["2", "2"]);
  });
});

describe("isStorageBlocked", () => {
  /** A browser that blocks storage may throw when a page reads the property. */
  const refuseAccess = (name: "localStorage" | "sessionStorage") => {
    const get = () => {
      throw new DOMException("Access is denied", "SecurityError");
    };
    // `vi.unstubAllGlobals` restores the property, because `beforeEach` stubs the property.
    Object.defineProperty(globalThis, name, { configurable: true, get });
  };

  it("returns false if the browser has localStorage and sessionStorage", () => {
    expect(isStorageBlocked()).toBe(false);
  });

  it.each(["localStorage", "sessionStorage"] as const)("returns true if %s is missing or throws", (name) => {
    vi.stubGlobal(name, null);
    expect(isStorageBlocked()).toBe(true);
    refuseAccess(name);
    expect(isStorageBlocked()).toBe(true);
  });
});

it("subscribeToStored reports changes in this and other tabs until the caller unsubscribes", () => {
  const told = vi.fn();
  const stop = subscribeToStored(stored.unfinishedDeletion, told);
  const elsewhere = (key: string | null) => page.dispatchEvent(Object.assign(new Event("storage"), { key }));
  writeStored(stored.unfinishedDeletion, "asha");
  removeStored(stored.unfinishedDeletion);
  elsewhere("deleting_account");
  elsewhere(null);
  expect(told).toHaveBeenCalledTimes(4);
  writeStored(stored.textSize, "1");
  elsewhere("parlance_text_size");
  stop();
  writeStored(stored.unfinishedDeletion, "asha");
  elsewhere("deleting_account");
  expect(told).toHaveBeenCalledTimes(4);
});
