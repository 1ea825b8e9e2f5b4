import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { createAudioCacheStore } from "../../../web/src/features/content/internal/audio-cache-store.ts";
import { clearLocalExams, loadLocalExams, saveAttempt } from "../../../web/src/features/exam/attempts/local-exams.ts";
import {
  clearExamRecordings,
  createExamRecordingJournal,
  loadAllExamRecordings,
  saveExamRecording,
} from "../../../web/src/features/exam/recordings/exam-recordings.ts";
import { practiceStorage } from "../../../web/src/features/practice/recordings/practice-storage.ts";
import { clearDatabases } from "../../../web/src/features/profile/clear-browser.ts";
import { createRecordingStore } from "../../../web/src/features/recording/store/recording-store.ts";
import { memoryStorage } from "../browser/memory-storage.ts";
import { startContentServer } from "../content/content-server.ts";
import { attemptFacts, attemptId } from "../exam/attempts.ts";
import { createFakeLocks } from "../recording/store/fake-locks.ts";

const recordings = createRecordingStore(() => Date.now(), practiceStorage);
const files = createAudioCacheStore();

beforeEach(async () => {
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { locks: createFakeLocks() });
  startContentServer();
  for (const userId of ["asha", "bina"]) {
    await recordings.clearUser(userId);
    await clearExamRecordings(userId);
    await clearLocalExams(userId);
    await saveAttempt(userId, attemptId, attemptFacts());
    const dialogue = { language: "nepali", scenarioId: "health-1", title: "Health" } as const;
    const recording = { durationSeconds: 2, interrupted: false, wav: new ArrayBuffer(44) };
    await recordings.save({ userId, ...dialogue, segmentIndex: 0 }, { attempt: 1, ...recording });
    await saveExamRecording(
      createExamRecordingJournal(userId, { ...dialogue, attemptId: userId, dialogue: 0, segment: 0 }, 1),
      recording,
    );
  }
  const content = new ArrayBuffer(8);
  await files.put({ key: "audio_cache_x", timestamp: Date.now(), size: 8, type: "audio/mpeg", content }, []);
  return () => vi.unstubAllGlobals();
});

it.each(["log-out", "deletion"] as const)(
  "clearDatabases for the event “%s” removes recordings and exams of the given learner, but not of another",
  async (ending) => {
    await clearDatabases(ending, "asha");
    expect(await recordings.listAll("asha")).toEqual([]);
    expect(await loadAllExamRecordings("asha")).toEqual([]);
    expect(await loadLocalExams("asha")).toEqual({ attempts: [], markings: [], removedMarkings: [] });
    expect((await loadLocalExams("bina")).attempts).toHaveLength(1);
    expect(await recordings.listAll("bina")).toHaveLength(1);
    expect(await loadAllExamRecordings("bina")).toHaveLength(1);
    expect(await files.list()).toEqual([]);
  },
);

it("clearDatabases preserves recordings and exams if a session ends without a log-out or a deletion", async () => {
  await clearDatabases("session end", "asha");
  expect(await recordings.listAll("asha")).toHaveLength(1);
  expect(await loadAllExamRecordings("asha")).toHaveLength(1);
  expect((await loadLocalExams("asha")).attempts).toHaveLength(1);
});
