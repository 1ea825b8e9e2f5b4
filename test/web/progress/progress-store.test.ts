import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgressStore } from "../../../web/src/features/progress/internal/progress-store.ts";
import { fullStorage, memoryStorage } from "../browser/memory-storage.ts";
import { arbitrarySaves, aSave } from "./queued-saves.ts";

function open(entries = new Map<string, string>(), most = 1000) {
  const told: string[] = [];
  vi.stubGlobal("localStorage", memoryStorage(entries));
  const store = createProgressStore({ log: (message) => told.push(message), most });
  return { store, entries, told };
}
afterEach(() => void vi.unstubAllGlobals());

describe("the progress store", () => {
  it("stores saves for the next visit, separately for each learner", () => {
    const { store, entries } = open();
    store.add("asha", aSave(1, 1));
    store.add("bina", aSave(1, 2));
    expect([...entries.keys()].every((key) => key.startsWith("userProgress_"))).toBe(true);
    const later = open(entries).store;
    expect(later.list("asha")).toEqual([aSave(1, 1)]);
    expect(later.list("bina")).toEqual([aSave(1, 2)]);
  });

  it("has only the newest save of each segment, from any tab", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(arbitrarySaves, fc.boolean())), (added) => {
        const { store, entries } = open();
        const otherTab = open(entries).store;
        for (const [save, here] of added) (here ? store : otherTab).add("asha", save);
        const newest = new Map<string, number>();
        for (const [{ language, scenarioId, segmentId, last_attempt_at }] of added) {
          const key = `${language} ${scenarioId} ${segmentId}`;
          newest.set(key, Math.max(newest.get(key) ?? 0, Date.parse(last_attempt_at)));
        }
        expect(entries.size).toBe(newest.size);
        expect(store.list("asha").map((save) => Date.parse(save.last_attempt_at))).toEqual(
          [...newest.values()].sort((one, two) => one - two),
        );
      }),
    );
  });

  it("preserves a newer save when it removes a sent save", () => {
    const { store } = open();
    const [sent, newer, other] = [aSave(1, 1), aSave(1, 5, { attempts: 2 }), aSave(2, 1)];
    for (const save of [sent, other, newer]) store.add("asha", save);
    store.remove("asha", sent);
    expect(store.list("asha")).toEqual([other, newer]);
    store.remove("asha", newer);
    expect(store.list("asha")).toEqual([other]);
  });

  it("removes and logs saves that it cannot read", () => {
    const { store, entries, told } = open();
    store.add("asha", aSave(1, 1));
    for (const [key] of entries) entries.set(key, '{"version":1,"scenarioId":"../etc"}');
    entries.set("userProgress_asha_x", "not json");
    expect(store.list("asha")).toEqual([]);
    expect([entries.size, told.length]).toEqual([0, 2]);
  });

  it("removes and logs the oldest save above the limit", () => {
    const { store, entries, told } = open(new Map(), 3);
    const many = Array.from({ length: 4 }, (_, at) => aSave(1, at, { scenarioId: `emp-${at}` }));
    for (const save of many.slice(0, 3)) store.add("asha", save);
    expect(told).toEqual([]);
    store.add("asha", aSave(1, 3, { scenarioId: "emp-3" }));
    expect(told).toHaveLength(1);
    expect(store.list("asha")).toEqual(many.slice(1));
    expect(entries.size).toBe(3);
  });

  it("removes unreadable items of more than one learner", () => {
    const { store, entries } = open();
    store.add("asha", aSave(1, 1));
    store.add("bina", aSave(1, 2));
    const kept = new Map(entries);
    for (const name of ["emp-1_segment-1", "asha_x", "bina_x", ""])
      entries.set(`userProgress_${name}`, '{"completed":true}');
    entries.set("userProgressed", "{}");
    store.removeUnreadable();
    expect(entries).toEqual(kept.set("userProgressed", "{}"));
  });

  it.each([
    ["blocks storage", undefined],
    ["has a full storage", fullStorage()],
  ])("stores saves in memory if the browser %s", (_, storage) => {
    const { store } = open();
    vi.stubGlobal("localStorage", storage);
    store.add("asha", aSave(1, 1));
    store.add("asha", aSave(1, 2));
    store.add("bina", aSave(2, 4));
    expect(store.list("asha")).toEqual([aSave(1, 2)]);
    store.remove("asha", aSave(1, 2));
    expect([store.list("asha"), store.list("bina")]).toEqual([[], [aSave(2, 4)]]);
    store.remove("bina", aSave(2, 4));
    expect(store.list("bina")).toEqual([]);
  });
});
