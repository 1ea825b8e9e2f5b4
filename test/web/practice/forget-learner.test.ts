import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { readCached, writeCached } from "../../../web/src/browser/local-cache.ts";
import { openAudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";
import { clearPractice, forgetLearner } from "../../../web/src/features/practice/forget-learner.ts";
import { keepProgress, waitingProgress } from "../../../web/src/features/practice/progress/progress-sending.ts";
import { sessions } from "../../../web/src/features/practice/scenario/scenario-session-keeper.ts";
import { createTakeStore } from "../../../web/src/features/practice/takes/internal/take-store.ts";
import { listableStorage } from "../browser/memory-storage.ts";
import { startContentServer } from "../content/content-server.ts";
import { aSave } from "./progress/waiting-saves.ts";

const dialogue = { language: "nepali", scenarioId: "health-1" } as const;
const takes = createTakeStore(() => Date.now());
const files = openAudioCacheStore();

beforeEach(async () => {
  vi.stubGlobal("localStorage", listableStorage());
  startContentServer();
  for (const userId of ["asha", "bina"]) await practise(userId);
  const content = new ArrayBuffer(8);
  await files.put({ key: "audio_cache_x", timestamp: Date.now(), size: 8, type: "audio/mpeg", content }, []);
  return () => vi.unstubAllGlobals();
});

/** Leaves a recording, a session, a list and progress of a learner in the browser. */
async function practise(userId: string) {
  await takes.clearUser(userId);
  const wav = new ArrayBuffer(44);
  await takes.save(
    { userId, ...dialogue, segmentIndex: 0, title: "At the doctor" },
    { attempt: 1, durationSeconds: 2, interrupted: false, wav },
  );
  writeCached(userId, "topics_nepali", ["health"]);
  keepProgress(userId, aSave(1, 1));
  const facts = { currentSegmentIndex: 0, attemptMap: {}, completedSet: [], lastAccessTime: Date.now() };
  const session = { ...facts, scenarioId: "health-1", userLanguage: "nepali" as const, scenarioTitle: "At the doctor" };
  sessions.write(userId, {
    version: 1,
    timestamp: Date.now(),
    session: { ...session, topicId: "health", segments: [] },
  });
}

const left = async (userId: string) => ({
  takes: (await takes.listAll(userId)).length,
  session: sessions.read(userId, dialogue, Date.now()) !== null,
  list: readCached(userId, "topics_nepali", z.array(z.string())) !== undefined,
  waiting: waitingProgress(userId).length,
});
const everything = { takes: 1, session: true, list: true, waiting: 1 };

it("leaves nothing of a learner who logs out but progress that was not sent, and all of others", async () => {
  await forgetLearner("asha");
  expect(await left("asha")).toEqual({ takes: 0, session: false, list: false, waiting: 1 });
  expect(await left("bina")).toEqual(everything);
  expect(await files.list()).toEqual([]);
});

it("clears recordings and sessions alone, where no more is asked for", async () => {
  await clearPractice("asha");
  expect(await left("asha")).toEqual({ ...everything, takes: 0, session: false });
  expect(await left("bina")).toEqual(everything);
  expect(await files.list()).toHaveLength(1);
});
