import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { openAudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";
import { clearExamFacts, examsHere, keepAttempt } from "../../../web/src/features/exam/facts/exam-facts.ts";
import {
  allMockTakes,
  beginMockTake,
  clearMockTakes,
  keepMockTake,
} from "../../../web/src/features/exam/takes/mock-takes.ts";
import { practiceRoom } from "../../../web/src/features/practice/takes/practice-room.ts";
import { clearDatabases } from "../../../web/src/features/profile/clear-browser.ts";
import { createTakeStore } from "../../../web/src/features/recording/store/take-store.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { startContentServer } from "../content/content-server.ts";
import { aMock, attemptId } from "../exam/mocks.ts";
import { fakeLocks } from "../recording/store/fake-locks.ts";

const takes = createTakeStore(() => Date.now(), practiceRoom);
const files = openAudioCacheStore();

beforeEach(async () => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  startContentServer();
  for (const userId of ["asha", "bina"]) {
    await takes.clearUser(userId);
    await clearMockTakes(userId);
    await clearExamFacts(userId);
    await keepAttempt(userId, attemptId, aMock());
    const dialogue = { language: "nepali", scenarioId: "health-1", title: "Health" } as const;
    const take = { durationSeconds: 2, interrupted: false, wav: new ArrayBuffer(44) };
    await takes.save({ userId, ...dialogue, segmentIndex: 0 }, { attempt: 1, ...take });
    await keepMockTake(beginMockTake(userId, { ...dialogue, attemptId: userId, dialogue: 0, segment: 0 }, 1), take);
  }
  const content = new ArrayBuffer(8);
  await files.put({ key: "audio_cache_x", timestamp: Date.now(), size: 8, type: "audio/mpeg", content }, []);
  return () => vi.unstubAllGlobals();
});

it.each(["log-out", "own log-out"] as const)("leaves after a %s what others recorded alone", async (ending) => {
  await clearDatabases(ending, "asha");
  expect(await takes.listAll("asha")).toEqual([]);
  expect(await allMockTakes("asha")).toEqual([]);
  expect(await examsHere("asha")).toEqual({ attempts: [], markings: [], removedMarkings: [] });
  expect((await examsHere("bina")).attempts).toHaveLength(1);
  expect(await takes.listAll("bina")).toHaveLength(1);
  expect(await allMockTakes("bina")).toHaveLength(1);
  expect(await files.list()).toEqual([]);
});

it("keeps every recording when a session ends without a log-out", async () => {
  await clearDatabases("session end", "asha");
  expect(await takes.listAll("asha")).toHaveLength(1);
  expect(await allMockTakes("asha")).toHaveLength(1);
  expect((await examsHere("asha")).attempts).toHaveLength(1);
});
