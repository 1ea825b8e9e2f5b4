import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { responseTimeoutMs } from "../../../web/src/sender.ts";
import { fakeBrowser, type ServerMode } from "./fake-tabs.ts";
import { aSave } from "./queued-saves.ts";

describe("the progress sender", () => {
  it("sends saves of different segments once each and in order", async () => {
    const { openTab, settle, calls, mostInFlight, waits } = fakeBrowser();
    const { save, store } = openTab();
    const made = [aSave(1, 1), aSave(2, 2), aSave(3, 3)];
    for (const one of made) save(one);
    await settle();
    expect(calls).toEqual(made);
    expect([mostInFlight(), store.list("asha"), waits()]).toEqual([1, [], []]);
  });

  it("sends only the newest queued save of a segment", async () => {
    const { openTab, settle, become, calls, elapse } = fakeBrowser();
    const { save } = openTab();
    become("unreachable");
    save(aSave(1, 1));
    save(aSave(2, 2));
    await settle();
    save(aSave(1, 3, { attempts: 2, completed: false }));
    save(aSave(1, 4, { attempts: 2 }));
    await settle();
    become("well");
    calls.length = 0;
    await elapse(600_000);
    expect(calls).toEqual([aSave(2, 2), aSave(1, 4, { attempts: 2 })]);
  });

  it("retries with growing delays, or at once when sendNow is called", async () => {
    const { openTab, settle, become, calls, elapse, waits, said } = fakeBrowser();
    const { save, sender } = openTab();
    become("unreachable");
    save(aSave(1, 1));
    await settle();
    expect(waits()).toEqual([2_000]);
    await elapse(2_000);
    await elapse(4_000);
    expect(waits()).toEqual([8_000]);
    expect(calls).toHaveLength(3);
    expect(said).toEqual(Array(3).fill("Progress may not be saved yet"));
    become("well");
    await sender.sendNow();
    expect(calls).toHaveLength(4);
    expect(waits()).toEqual([]);
  });

  it("stores a save for the next visit if the session is refused", async () => {
    const { openTab, settle, become, taken, waits } = fakeBrowser();
    const { save, store, sender } = openTab();
    become("unauthorized");
    save(aSave(1, 1));
    await settle();
    expect([store.list("asha"), waits()]).toEqual([[aSave(1, 1)], []]);
    sender.stop();
    become("well");
    await openTab().sender.sendNow();
    expect(taken).toEqual([aSave(1, 1)]);
  });

  it("drops and logs a save that the server refuses, then sends the next save", async () => {
    const { openTab, settle, become, calls, said } = fakeBrowser();
    const { save, store } = openTab();
    become("bad_request");
    save(aSave(1, 1));
    save(aSave(2, 2));
    await settle();
    expect(calls).toHaveLength(2);
    expect(store.list("asha")).toEqual([]);
    expect(said).toEqual(Array(2).fill("Progress was refused and is discarded"));
  });

  it("retries a save after a conflict until the server accepts the save", async () => {
    const { openTab, settle, become, elapse, taken, waits } = fakeBrowser();
    const { save, store } = openTab();
    become("changed_meanwhile");
    save(aSave(1, 1));
    await settle();
    await elapse(2_000 + 4_000);
    expect([store.list("asha"), taken, waits()]).toEqual([[aSave(1, 1)], [], [8_000]]);
    become("well");
    await elapse(8_000);
    expect([store.list("asha"), taken]).toEqual([[], [aSave(1, 1)]]);
  });

  it("makes other tabs wait until a call without a response has timed out", async () => {
    const { openTab, settle, become, elapse, taken } = fakeBrowser();
    const [one, other] = [openTab(), openTab()];
    become("silent");
    one.save(aSave(1, 1));
    await settle();
    become("well");
    other.save(aSave(2, 2));
    await settle();
    expect(taken).toEqual([]);
    await elapse(responseTimeoutMs);
    expect(taken).toEqual([aSave(1, 1), aSave(2, 2)]);
  });

  it("flushes within a time limit and returns the number of unsent saves", async () => {
    const { openTab, settle, become, elapse, taken } = fakeBrowser();
    const { save, sender } = openTab();
    expect(await sender.flush(4_000)).toBe(0);
    become("silent");
    save(aSave(1, 1));
    save(aSave(2, 2));
    await settle();
    const flushed = sender.flush(4_000);
    await settle();
    await elapse(4_000);
    expect(await flushed).toBe(2);
    become("well");
    await elapse(responseTimeoutMs);
    expect(await sender.flush(4_000)).toBe(0);
    expect(taken).toHaveLength(2);
  });

  it("sends nothing after it was stopped", async () => {
    const { openTab, settle, become, elapse, calls, waits } = fakeBrowser();
    const { save, sender } = openTab();
    become("unreachable");
    save(aSave(1, 1));
    await settle();
    sender.stop();
    expect(waits()).toEqual([]);
    save(aSave(1, 2));
    await elapse(600_000);
    expect(calls).toHaveLength(1);
  });
});

type Step =
  | { do: "save"; tab: number; segment: number }
  | { do: "become"; mood: ServerMode }
  | { do: "elapse"; ms: number }
  | { do: "reload"; tab: number }
  | { do: "online"; tab: number };

const tabs = fc.integer({ min: 0, max: 2 });
const moods: ServerMode[] = ["well", "well", "unreachable", "internal_error", "unauthorized", "silent"];
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("save"), tab: tabs, segment: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("become"), mood: fc.constantFrom(...moods) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("elapse"), ms: fc.integer({ min: 0, max: 40_000 }) }) },
  fc.record({ do: fc.constant("reload"), tab: tabs }),
  fc.record({ do: fc.constant("online"), tab: tabs }),
);

test("despite temporary failures, the newest save of each segment arrives once, and then no older save arrives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 30 }), fc.boolean(), async (taken, patient) => {
      const browser = fakeBrowser();
      const open = Array.from({ length: 3 }, () => browser.openTab());
      const newest = new Map<string, string>();
      for (const [second, step] of taken.entries()) {
        const tab = "tab" in step ? open[step.tab] : undefined;
        if (step.do === "save" && tab) {
          const save = aSave(step.segment, second, { attempts: second + 1 });
          newest.set(save.segmentId, save.last_attempt_at);
          tab.save(save);
        }
        if (step.do === "become") browser.become(step.mood);
        if (step.do === "elapse") await browser.elapse(step.ms);
        if (step.do === "online") void tab?.sender.sendNow();
        if (step.do === "reload") {
          tab?.sender.stop();
          open[step.tab] = browser.openTab();
        }
        if (patient) await browser.settle();
      }
      browser.become("well");
      for (const { sender } of open) void sender.sendNow();
      await browser.settle();
      await browser.elapse(10 * responseTimeoutMs);

      const arrived = new Map<string, string>();
      for (const { segmentId, last_attempt_at } of browser.taken) {
        expect(last_attempt_at > (arrived.get(segmentId) ?? ""), "each once, never an older one").toBe(true);
        arrived.set(segmentId, last_attempt_at);
      }
      expect(arrived).toEqual(newest);
      expect(browser.entries.size).toBe(0);
    }),
    { numRuns: 200 },
  );
}, 60_000);
