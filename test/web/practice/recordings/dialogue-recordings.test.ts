import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createPractice, type PracticeEvent } from "../../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../../domain/practice/practice-transition.ts";
import type { DialogueId } from "../../../../domain/practice/progress.ts";
import { encodeWav } from "../../../../web/src/audio/wav.ts";
import type { Toast } from "../../../../web/src/ui/toast.ts";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";

const said: string[] = vi.hoisted(() => []);
vi.mock("../../../../web/src/ui/toasts.ts", () => ({
  showToast: ({ title, description }: Toast) => said.push(`${title}: ${description}`),
}));
// The real limit of 200 MB is tested in `test/limits.test.ts`.
vi.mock("../../../../web/src/features/practice/recordings/practice-storage.ts", async (original) => {
  const { practiceStorage } =
    await original<typeof import("../../../../web/src/features/practice/recordings/practice-storage.ts")>();
  return { practiceStorage: { ...practiceStorage, capBytes: 1_000_000 } };
});

const {
  clearDialogueRecordings,
  clearLearnerRecordings,
  listLearnerRecordings,
  createDialogueRecordings,
  removeRecordings,
  loadRecordingAudio,
} = await import("../../../../web/src/features/practice/recordings/dialogue-recordings.ts");
const { publishRecordingsChanged } = await import("../../../../web/src/features/recording/store/learner-recordings.ts");

const sampleRate = 24_000;
const dialogue: DialogueId = { language: "nepali", scenarioId: "health-1" };
const block = (seconds: number, level = 0.5) => new Float32Array(seconds * sampleRate).fill(level);
const aRecording = (bytes = 44) => ({ wav: new ArrayBuffer(bytes), durationSeconds: 7, interrupted: false });
const twoSeconds = { wav: encodeWav(block(2)), durationSeconds: 2, interrupted: false };

let learners = 0;
let userId = "";

beforeEach(() => {
  // All tests share one database, so each test has its own learner.
  learners += 1;
  userId = `learner-${learners}`;
  said.length = 0;
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  reopenBrowser();
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

/** Simulates a crash, after which the database exists and the locks do not. */
function reopenBrowser() {
  vi.stubGlobal("navigator", { locks: createFakeLocks() });
}

function openTab(change: Partial<DialogueId> = {}) {
  let practice = createPractice(3);
  const events: PracticeEvent[] = [];
  const recordings = createDialogueRecordings({
    userId,
    dialogue: { ...dialogue, ...change },
    title: "At the doctor",
    practice: () => practice,
    send: (event) => {
      events.push(event);
      practice = practiceTransition(practice, event).practice;
    },
  });
  onTestFinished(() => recordings.dispose());
  const record = async (index = 2, recording = aRecording(), journal = recordings.startJournal(index, 1)) => {
    const kept = await recordings.save(journal, recording);
    practice = practiceTransition(practice, { type: "recordings-found", index, recordings: [kept.recording] }).practice;
    return kept.recording.number;
  };
  const unsaved = () => recordings.unsaved.get().map(({ ref }) => ref.number);
  return {
    recordings,
    events,
    record,
    unsaved,
    recordingsOf: (index: number) => practice.segments[index]?.recordings ?? [],
  };
}

function refuseSounds(name: string, stores = ["take-sounds"]): () => void {
  const put = IDBObjectStore.prototype.put;
  const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
    if (stores.includes(this.name)) throw new DOMException("told by the browser", name);
    return put.apply(this, given);
  });
  return () => spy.mockRestore();
}

function refuseDeletion(number: number): void {
  const erase = IDBObjectStore.prototype.delete;
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(function (this: IDBObjectStore, key) {
    if (key === number) throw new DOMException("told by the browser", "UnknownError");
    return erase.call(this, key);
  });
}

describe("a recording", () => {
  it("is stored with its audio, and restored in a new tab", async () => {
    const { recordings } = openTab();
    const kept = await recordings.save(recordings.startJournal(2, 4), twoSeconds);
    expect(kept).toMatchObject({ kind: "stored", recording: { attempt: 4, durationSeconds: 2, interrupted: false } });
    expect(await recordings.loadAudio(kept.recording.number)).toEqual({ data: twoSeconds.wav, type: "audio/wav" });
    expect(await loadRecordingAudio(kept.recording.number)).toEqual({ data: twoSeconds.wav, type: "audio/wav" });
    const next = openTab();
    await next.recordings.restore();
    expect(next.recordingsOf(2)).toEqual([kept.recording]);
    expect(next.recordingsOf(0)).toEqual([]);
    expect(said, "nothing went wrong").toEqual([]);
  });

  it("lists its gaps if it has any", async () => {
    const { recordings } = openTab();
    const gaps = [{ atSeconds: 1.5, seconds: 0.4 }];
    const incomplete = await recordings.save(recordings.startJournal(0, 1), { ...twoSeconds, gaps });
    const whole = await recordings.save(recordings.startJournal(0, 2), { ...twoSeconds, gaps: [] });
    expect(incomplete.recording.gaps).toEqual(gaps);
    expect(whole.recording).not.toHaveProperty("gaps");
  });

  it("has a waveform of 200 peaks, normalised to the loudest peak", async () => {
    const { recordings, record } = openTab();
    const loudAtTheEnd = new Float32Array([...block(1, 0.25), ...block(1, 0.5)]);
    const peaks = await recordings.loadPeaks(await record(0, { ...twoSeconds, wav: encodeWav(loudAtTheEnd) }));
    expect([peaks?.length, peaks?.[0], peaks?.at(-1)]).toEqual([200, 0.5, 1]);
  });

  it("has no audio or waveform if it is missing, and no waveform if its audio is unreadable", async () => {
    const { recordings, record } = openTab();
    expect(await recordings.loadAudio(4_711)).toBeNull();
    expect(await recordings.loadPeaks(4_711)).toBeNull();
    expect(await loadRecordingAudio(4_711)).toBeNull();
    expect(await recordings.loadPeaks(await record())).toBeNull();
  });

  it("is deleted from the practice and the browser by remove()", async () => {
    const { recordings, record, recordingsOf } = openTab();
    const [first, second] = [await record(1), await record(1)];
    await expect.poll(() => recordingsOf(1).map(({ number }) => number)).toEqual([first, second]);
    await recordings.remove(1, first);
    expect(recordingsOf(1).map(({ number }) => number)).toEqual([second]);
    expect(await recordings.loadAudio(first)).toBeNull();
    expect(recordings.count.get()).toMatchObject({ all: 1, here: 1 });
  });

  it("stays in the practice with a message if the browser refuses its deletion", async () => {
    const { recordings, record, recordingsOf, events } = openTab();
    const number = await record(1);
    refuseDeletion(number);
    await recordings.remove(1, number);
    expect(said).toEqual([
      "Recording Not Deleted: The recording could not be deleted. Close other tabs of Parlance and try again.",
    ]);
    expect(recordingsOf(1).map((recording) => recording.number)).toEqual([number]);
    expect(events.filter(({ type }) => type === "recording-removed")).toEqual([]);
  });

  it("causes a message if it evicts another recording to make room", async () => {
    const { record, recordings } = openTab();
    const oldest = await record(0, aRecording(600_000));
    await record(1, aRecording(600_000));
    expect(said).toEqual(["Recordings Removed: One recording was removed to make room."]);
    expect(await recordings.loadAudio(oldest)).toBeNull();
  });

  it("is saved with all the journal's audio by saveInterrupted()", async () => {
    const { recordings } = openTab();
    const journal = recordings.startJournal(1, 3);
    journal.add(block(1.5), []);
    await recordings.saveInterrupted(journal);
    await recordings.saveInterrupted(recordings.startJournal(2, 1));
    const found = await listLearnerRecordings(userId);
    expect(found).toMatchObject([{ attempt: 3, segmentIndex: 1, interrupted: true, durationSeconds: 1.5 }]);
  });
});

describe("the count of recordings", () => {
  it("has a total for all dialogues and a total for the current dialogue", async () => {
    const here = openTab();
    await here.record(0, aRecording(100));
    await openTab({ scenarioId: "legal-1" }).record(0, aRecording(200));
    await openTab({ language: "mandarin" }).record(0, aRecording(400));
    await expect.poll(() => here.recordings.count.get()).toEqual({ all: 3, here: 1, bytes: 700 });
  });

  it("includes recordings interrupted by a crash, but no running recordings", async () => {
    openTab({ scenarioId: "legal-1" }).recordings.startJournal(0, 1).add(block(2), []);
    await expect.poll(() => stored("legal-1")).toBe(1);
    const { recordings } = openTab();
    await recordings.restore();
    expect(recordings.count.get()).toMatchObject({ all: 0, here: 0 });
    reopenBrowser();
    await recordings.restore();
    expect(recordings.count.get()).toMatchObject({ all: 1, here: 0 });
  });

  it("includes a recording that was just saved", async () => {
    const { recordings, record } = openTab();
    await recordings.restore();
    await record();
    await recordings.whenCounted();
    expect(recordings.count.get()).toMatchObject({ all: 1, here: 1 });
    const second = await record(1);
    void recordings.remove(1, second);
    await record(0);
    await recordings.whenCounted();
    expect(recordings.count.get()).toMatchObject({ all: 2, here: 2 });
  });

  it("leaves out recordings that could not be stored", async () => {
    const { recordings, record } = openTab();
    refuseSounds("QuotaExceededError", ["takes", "take-sounds"]);
    await record();
    await recordings.restore();
    expect(recordings.count.get()).toEqual({ all: 0, here: 0, bytes: 0 });
  });
});

/** Counts recordings with at least one stored second, including unfinished recordings. */
async function stored(scenarioId: string): Promise<number> {
  const all = await new Promise<{ userId: string; scenarioId: string; durationSeconds: number }[]>(
    (resolve, reject) => {
      const opening = indexedDB.open("parlance");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction("takes").objectStore("takes").getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result);
        };
      };
    },
  );
  return all.filter(
    (recording) => recording.userId === userId && recording.scenarioId === scenarioId && recording.durationSeconds >= 1,
  ).length;
}

describe("restore()", () => {
  it("restores a recording that a crash interrupted, and reports it to the learner", async () => {
    openTab().recordings.startJournal(1, 2).add(block(2), []);
    await expect.poll(() => stored("health-1")).toBe(1);
    reopenBrowser();
    const { recordings, recordingsOf } = openTab();
    await recordings.restore();
    expect(recordingsOf(1)).toMatchObject([{ attempt: 2, interrupted: true, durationSeconds: 2 }]);
    expect(said).toEqual(["Recording Recovered: The recorded part of an unfinished recording was saved."]);
    expect((await recordings.loadAudio(recordingsOf(1)[0]?.number ?? 0))?.data.byteLength).toBe(
      44 + 2 * 2 * sampleRate,
    );
  });

  it("does not restore a recording while its tab still records", async () => {
    openTab().recordings.startJournal(1, 2).add(block(2), []);
    await expect.poll(() => stored("health-1")).toBe(1);
    const { recordings, recordingsOf } = openTab();
    await recordings.restore();
    expect(recordingsOf(1)).toEqual([]);
    expect(said).toEqual([]);
  });

  it("lets whenCounted() resolve, even if the database cannot be read", async () => {
    const { recordings } = openTab();
    let counted = false;
    const asked = recordings.whenCounted().then(() => {
      counted = true;
    });
    await listLearnerRecordings(userId);
    expect(counted).toBe(false);
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("told by the browser", "UnknownError");
    });
    await recordings.restore();
    await asked;
    expect(recordings.count.get()).toEqual({ all: 0, here: 0, bytes: 0 });
  });
});

describe("a recording that the browser refuses to store", () => {
  it.each([
    ["QuotaExceededError", "quota"],
    ["UnknownError", "unavailable"],
  ])("keeps its audio after the error %s, and has the reason %s", async (name, reason) => {
    const { recordings } = openTab();
    refuseSounds(name);
    const journal = recordings.startJournal(2, 5);
    journal.add(block(2), []);
    const kept = await recordings.save(journal, twoSeconds);
    expect(kept).toMatchObject({
      kind: "unsaved",
      reason,
      recording: { attempt: 5, durationSeconds: 2 },
    });
    expect(await recordings.loadAudio(kept.recording.number)).toEqual({ data: twoSeconds.wav, type: "audio/wav" });
    expect((await recordings.loadPeaks(kept.recording.number))?.length).toBe(200);
    expect(recordings.unsaved.get()).toMatchObject([{ reason, ref: kept.recording }]);
  });

  it("remains in the practice when another recording is removed", async () => {
    const { recordings, record, recordingsOf, unsaved } = openTab();
    const number = await record(0);
    const accept = refuseSounds("QuotaExceededError");
    const unstored = await record(0);
    await removeRecordings(userId, [number]);
    await expect.poll(() => recordingsOf(0).map((recording) => recording.number)).toEqual([unstored]);
    expect(unsaved()).toEqual([unstored]);
    accept();
    await recordings.remove(0, unstored);
    expect(recordingsOf(0)).toEqual([]);
  });

  it("is stored automatically under a new number after another recording was deleted", async () => {
    const { recordings, record, recordingsOf, events } = openTab();
    const other = await record(1);
    const accept = refuseSounds("QuotaExceededError");
    const former = await record(0);
    await removeRecordings(userId, [4_711]);
    expect(recordings.unsaved.get()).toHaveLength(1);
    accept();
    await removeRecordings(userId, [other]);
    await expect.poll(() => recordings.unsaved.get()).toEqual([]);
    expect(said).toEqual(["Recording Stored: Your recording is stored."]);
    expect(events).toContainEqual(expect.objectContaining({ type: "recording-stored", index: 0, former }));
    await expect.poll(() => recordingsOf(0).length).toBe(1);
    const [now] = recordingsOf(0);
    expect(now?.number).toBeLessThan(former);
    expect((await recordings.loadAudio(now?.number ?? 0))?.data.byteLength).toBe(44);
  });

  it("is deleted with its journal", async () => {
    const { recordings, unsaved } = openTab();
    refuseSounds("QuotaExceededError");
    const journal = recordings.startJournal(0, 1);
    journal.add(block(2), []);
    const { recording } = await recordings.save(journal, twoSeconds);
    await recordings.remove(0, recording.number);
    expect(unsaved()).toEqual([]);
    await expect.poll(() => stored("health-1")).toBe(0);
    expect(await recordings.loadAudio(recording.number)).toBeNull();
  });

  it("stays deleted if the learner deletes it while it is being stored", async () => {
    const { recordings, record, recordingsOf } = openTab();
    const accept = refuseSounds("QuotaExceededError", ["takes", "take-sounds"]);
    const number = await record(0);
    accept();
    const deleted = Promise.withResolvers<void>();
    const add = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore, ...given) {
      deleted.resolve(recordings.remove(0, number));
      return add.apply(this, given);
    });
    publishRecordingsChanged(userId);
    await deleted.promise;
    expect(await listLearnerRecordings(userId)).toEqual([]);
    expect(recordingsOf(0)).toEqual([]);
    expect(said, "the retry does not report it as stored").toEqual([]);
  });

  it("is restored from its journal at the next visit", async () => {
    const { recordings } = openTab();
    const accept = refuseSounds("QuotaExceededError");
    const journal = recordings.startJournal(0, 1);
    journal.add(block(2), []);
    await recordings.save(journal, twoSeconds);
    accept();
    recordings.dispose();
    const next = openTab();
    // The lock is released asynchronously.
    await new Promise((resolve) => setImmediate(resolve));
    await next.recordings.restore();
    expect(next.recordingsOf(0)).toMatchObject([{ interrupted: true, durationSeconds: 2 }]);
  });
});

describe("other tabs", () => {
  it("show the recordings and deletions of the same learner, but not of another learner", async () => {
    const [here, there] = [openTab(), openTab()];
    const mine = userId;
    userId = `${mine}-friend`;
    const friend = openTab();
    userId = mine;
    const [first, second] = [await here.record(1), await here.record(1)];
    await expect.poll(() => there.recordingsOf(1).map(({ number }) => number)).toEqual([first, second]);
    await here.recordings.remove(1, first);
    await expect.poll(() => there.recordingsOf(1).map(({ number }) => number)).toEqual([second]);
    await expect.poll(() => there.recordings.count.get()).toMatchObject({ all: 1, here: 1 });
    expect(friend.events).toEqual([]);
    const removed = there.events.filter(({ type }) => type === "recording-removed");
    expect(removed, "only the removed recording; another one may be playing").toEqual([
      { type: "recording-removed", index: 1, number: first },
    ]);
  });

  it("receive no events after their own dispose() is called", async () => {
    const [here, gone, there] = [openTab(), openTab(), openTab()];
    gone.recordings.dispose();
    await here.record(1);
    await expect.poll(() => there.recordingsOf(1)).toHaveLength(1);
    await gone.recordings.restore();
    expect(gone.events).toEqual([]);
    expect(gone.recordings.count.get()).toEqual({ all: 0, here: 0, bytes: 0 });
  });
});

describe("all recordings of a learner", () => {
  it("are listed, except running recordings", async () => {
    const { recordings, record } = openTab();
    const number = await record(0);
    recordings.startJournal(1, 1).add(block(2), []);
    await expect.poll(() => stored("health-1")).toBe(2);
    expect((await listLearnerRecordings(userId)).map((recording) => recording.number)).toEqual([number]);
  });

  it("are removed from open tabs, by dialogue or all at once", async () => {
    const [here, there] = [openTab(), openTab({ scenarioId: "legal-1" })];
    await here.record(0);
    await there.record(0);
    await expect.poll(() => [here.recordingsOf(0).length, there.recordingsOf(0).length]).toEqual([1, 1]);
    expect(await clearDialogueRecordings(userId, dialogue)).toBe(true);
    await expect.poll(() => here.recordingsOf(0)).toEqual([]);
    expect(there.recordingsOf(0)).toHaveLength(1);
    expect(await clearLearnerRecordings(userId)).toBe(true);
    await expect.poll(() => there.recordingsOf(0)).toEqual([]);
    expect(await listLearnerRecordings(userId)).toEqual([]);
  });

  it("remain if the browser cannot delete them, and both clearing functions return false", async () => {
    const { record } = openTab();
    refuseDeletion(await record(0));
    expect(await clearDialogueRecordings(userId, dialogue)).toBe(false);
    expect(await clearLearnerRecordings(userId)).toBe(false);
    expect(await listLearnerRecordings(userId)).toHaveLength(1);
  });

  it("are removed from an open tab, except a recording whose deletion fails", async () => {
    const { record, recordingsOf } = openTab();
    const [first, second] = [await record(0), await record(0)];
    await expect.poll(() => recordingsOf(0)).toHaveLength(2);
    refuseDeletion(second);
    await expect(removeRecordings(userId, [first, second])).rejects.toMatchObject({ code: "unavailable" });
    await expect.poll(() => recordingsOf(0).map(({ number }) => number)).toEqual([second]);
  });
});
