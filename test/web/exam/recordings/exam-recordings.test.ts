import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodeWav, encodeWav } from "../../../../web/src/audio/wav.ts";
import {
  clearExamRecordings,
  countUnfinishedExamRecordings,
  createExamRecordingJournal,
  latestExamRecordings,
  loadAllExamRecordings,
  loadExamRecordingFile,
  loadExamRecordings,
  removeExamRecordings,
  saveExamRecording,
} from "../../../../web/src/features/exam/recordings/exam-recordings.ts";
import {
  clearLearnerRecordings,
  listLearnerRecordings,
} from "../../../../web/src/features/practice/recordings/dialogue-recordings.ts";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";

const sampleRate = 24_000;
const said = (seconds: number, level: number) => new Float32Array(seconds * sampleRate).fill(level);
const finished = (seconds: number, level = 0.5) => ({
  wav: encodeWav(said(seconds, level)),
  durationSeconds: seconds,
  interrupted: false,
});
const attemptId = "7f1c1f8e-2f52-4a55-8b8b-0d3a3c2f5a11";
const place = (dialogue: number, segment: number, of = attemptId) => ({
  ...{ attemptId: of, dialogue, segment, title: "At the doctor" },
  ...({ language: "nepali", scenarioId: `health-${dialogue + 1}` } as const),
});

let learners = 0;
let userId = "";

/** Simulates a crash, after which the databases exist and the locks do not. */
function reopenBrowser() {
  vi.stubGlobal("navigator", { locks: createFakeLocks() });
}

beforeEach(() => {
  learners += 1;
  userId = `candidate-${learners}`;
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  reopenBrowser();
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

const say = (where: ReturnType<typeof place>, turn = 1, recording = finished(2)) =>
  saveExamRecording(createExamRecordingJournal(userId, where, turn), recording);

describe("the recordings of an exam attempt", () => {
  it("are in exam order, and latestExamRecordings returns only the last of each segment", async () => {
    const second = await say(place(1, 0));
    const first = await say(place(0, 1));
    const repeated = await say(place(0, 1), 2, finished(3));
    await say(place(0, 0, "another mock"));
    const recordings = await loadExamRecordings(userId, attemptId);
    expect(recordings).toEqual([first, repeated, second]);
    expect(latestExamRecordings(recordings)).toEqual([repeated, second]);
    expect(repeated).toMatchObject({ dialogue: 0, segment: 1, attempt: 2, seconds: 3, interrupted: false, gaps: [] });
    expect(await loadExamRecordingFile(repeated.number)).toEqual({ data: finished(3).wav, type: "audio/wav" });
    expect(await loadAllExamRecordings(userId)).toHaveLength(4);
    expect(await loadAllExamRecordings("somebody else")).toEqual([]);
  });

  it("are not listed or removed with practice recordings", async () => {
    const recording = await say(place(0, 0));
    expect(await listLearnerRecordings(userId)).toEqual([]);
    await clearLearnerRecordings(userId);
    expect(await loadExamRecordings(userId, attemptId)).toEqual([recording]);
  });

  it("are restored as interrupted after a crash during the recording, with every stored sample", async () => {
    const journal = createExamRecordingJournal(userId, place(0, 2), 1);
    journal.add(said(2, 0.25), []);
    await vi.waitFor(() => expect(journal.writtenSeconds()).toBe(2));
    expect(await loadExamRecordings(userId, attemptId), "a recording in progress is not listed").toEqual([]);
    reopenBrowser();
    const [recording] = await loadExamRecordings(userId, attemptId);
    expect(recording).toMatchObject({ dialogue: 0, segment: 2, attempt: 1, seconds: 2, interrupted: true });
    const file = await loadExamRecordingFile(recording?.number ?? -1);
    const samples = decodeWav(file?.data ?? new ArrayBuffer(0))?.samples ?? [];
    expect(samples.length).toBe(2 * sampleRate);
    expect(samples.every((sample: number) => Math.abs(sample - 0.25) < 1e-4)).toBe(true);
  });

  it("remain in memory if storage is full, until the next recording is stored", async () => {
    const refusal = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const recording = await say(place(0, 0));
    expect(recording).toMatchObject({ isStored: false, seconds: 2 });
    expect(await loadExamRecordings(userId, attemptId)).toEqual([recording]);
    expect(await loadExamRecordingFile(recording.number)).toEqual({ data: finished(2).wav, type: "audio/wav" });
    const unreadable = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("The database cannot be read", "UnknownError");
    });
    expect(await loadExamRecordings(userId, attemptId), "while the database cannot be read").toEqual([recording]);
    unreadable.mockRestore();
    refusal.mockRestore();
    await say(place(0, 1));
    await vi.waitFor(async () => {
      const both = [0, 1].map((segment) => ({ isStored: true, seconds: 2, segment }));
      expect(await loadExamRecordings(userId, attemptId)).toMatchObject(both);
    });
  });

  it("are not counted as unfinished while they remain in memory, unlike a recording in progress", async () => {
    const journal = createExamRecordingJournal(userId, place(0, 0), 1);
    journal.add(said(1, 0.5), []);
    await vi.waitFor(() => expect(journal.writtenSeconds()).toBe(1));
    const running = createExamRecordingJournal(userId, place(0, 1), 1);
    running.add(said(1, 0.5), []);
    await vi.waitFor(() => expect(running.writtenSeconds()).toBe(1));
    const refusal = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const recording = await saveExamRecording(journal, finished(2));
    refusal.mockRestore();
    expect(await loadAllExamRecordings(userId)).toEqual([recording]);
    expect(await countUnfinishedExamRecordings(userId)).toBe(1);
  });

  it("remain after another attempt's recordings are removed, until clearExamRecordings is called", async () => {
    await say(place(0, 0));
    const other = await say(place(0, 0, "another mock"));
    await removeExamRecordings(userId, attemptId);
    expect(await loadAllExamRecordings(userId)).toEqual([other]);
    await clearExamRecordings(userId);
    expect(await loadAllExamRecordings(userId)).toEqual([]);
    expect(await loadExamRecordingFile(other.number)).toBeNull();
  });
});
