import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { DialogueId } from "../../../../domain/practice/progress.ts";
import { encodeWav } from "../../../../web/src/audio/wav.ts";
import { practiceStorage } from "../../../../web/src/features/practice/recordings/practice-storage.ts";
import { createRecordingStore } from "../../../../web/src/features/recording/store/recording-store.ts";
import { readZip } from "../../../support/read-zip.ts";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";

const saved = vi.hoisted(() => ({ files: [] as { name: string; data: Blob; type: string }[] }));
vi.mock("../../../../web/src/browser/save-file.ts", () => ({
  saveFile: (name: string, file: { data: Blob; type: string }) => saved.files.push({ name, ...file }),
}));

const { savePracticeZip } = await import("../../../../web/src/features/practice/recordings/practice-zip.ts");
const { clearLearnerRecordings, loadPracticeRecordings } = await import(
  "../../../../web/src/features/practice/recordings/dialogue-recordings.ts"
);

const store = createRecordingStore(() => Date.now(), practiceStorage);
const userId = "asha";
const aWav = (level: number) => encodeWav(new Float32Array(2_400).fill(level));
const wavs = [aWav(0.1), aWav(0.2), aWav(0.3)] as const;
const nepali: DialogueId = { language: "nepali", scenarioId: "health-1" };
const hindi: DialogueId = { language: "hindi", scenarioId: "health-1" };

const record = (dialogue: DialogueId, wav: ArrayBuffer) =>
  store.save(
    { userId, ...dialogue, title: "At the doctor", segmentIndex: 0 },
    { attempt: 1, durationSeconds: 0.1, interrupted: false, wav },
  );

async function begin(lock: string): Promise<void> {
  const segment = { userId, ...nepali, title: "At the doctor", segmentIndex: 1 };
  const number = await store.begin(segment, { attempt: 1, lock, sampleRate: 24_000 });
  await store.append(number, { order: 0, samples: new ArrayBuffer(48_000), seconds: 1, gaps: [] });
}

async function savedFiles() {
  const [file] = saved.files;
  if (!file) throw new Error("Nothing was saved");
  return readZip(await file.data.arrayBuffer());
}

beforeEach(async () => {
  const locks = createFakeLocks();
  vi.stubGlobal("navigator", { locks });
  saved.files.length = 0;
  await clearLearnerRecordings(userId);
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

it("savePracticeZip saves every recording under a unique name", async () => {
  await record(nepali, wavs[0]);
  await record(nepali, wavs[1]);
  await record(hindi, wavs[2]);
  expect(await savePracticeZip(userId)).toBe(3);
  expect(Object.fromEntries(await savedFiles())).toEqual({
    "practice-nepali-health-1/health-1-segment-1-attempt-1.wav": new Uint8Array(wavs[0]),
    "practice-nepali-health-1/health-1-segment-1-attempt-2.wav": new Uint8Array(wavs[1]),
    "practice-hindi-health-1/health-1-segment-1-attempt-1.wav": new Uint8Array(wavs[2]),
  });
});

it("savePracticeZip saves no file if one recording cannot be read", async () => {
  await record(nepali, wavs[0]);
  const { record: broken } = await record(hindi, wavs[1]);
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === "take-sounds" && given[0] === broken.number) throw new DOMException("", "UnknownError");
    return get.apply(this, given);
  });
  await expect(savePracticeZip(userId)).rejects.toThrow();
  expect(saved.files).toEqual([]);
});

it("savePracticeZip saves no file if there is no recording", async () => {
  expect(await savePracticeZip(userId)).toBe(0);
  expect(saved.files).toEqual([]);
});

it("savePracticeZip saves recordings interrupted by a crash, but no running recordings", async () => {
  const release = Promise.withResolvers<void>();
  const holding = navigator.locks.request("another tab", () => release.promise);
  await begin("nobody's");
  await begin("another tab");
  expect(await loadPracticeRecordings(userId)).toMatchObject({ finished: [{ interrupted: true }], unfinished: 1 });
  expect(await savePracticeZip(userId)).toBe(1);
  release.resolve();
  await holding;
});
