import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { openAudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";
import { clearDatabases } from "../../../web/src/features/practice/clear-databases.ts";
import { createTakeStore } from "../../../web/src/features/practice/takes/internal/take-store.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { startContentServer } from "../content/content-server.ts";

const takes = createTakeStore(() => Date.now());
const files = openAudioCacheStore();

beforeEach(async () => {
  vi.stubGlobal("localStorage", memoryStorage());
  startContentServer();
  for (const userId of ["asha", "bina"]) {
    await takes.clearUser(userId);
    const segment = { userId, language: "nepali", scenarioId: "health-1", segmentIndex: 0, title: "Health" } as const;
    await takes.save(segment, { attempt: 1, durationSeconds: 2, interrupted: false, wav: new ArrayBuffer(44) });
  }
  const content = new ArrayBuffer(8);
  await files.put({ key: "audio_cache_x", timestamp: Date.now(), size: 8, type: "audio/mpeg", content }, []);
  return () => vi.unstubAllGlobals();
});

it("leaves nothing that a learner recorded or heard, and the recordings of others", async () => {
  await clearDatabases("asha");
  expect(await takes.listAll("asha")).toEqual([]);
  expect(await takes.listAll("bina")).toHaveLength(1);
  expect(await files.list()).toEqual([]);
});
