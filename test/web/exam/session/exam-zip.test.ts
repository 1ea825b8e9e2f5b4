import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { encodeWav } from "../../../../web/src/audio/wav.ts";
import { readZip } from "../../../support/read-zip.ts";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";
import { aNote, attemptFacts, attemptFromServer, attemptId, markingId, otherAttemptId } from "../attempts.ts";

const saved = vi.hoisted(() => ({
  files: [] as { name: string; data: Blob; type: string }[],
  isOffline: false,
  areMarkingsAvailable: true,
}));
vi.mock("../../../../web/src/browser/save-file.ts", () => ({
  saveFile: (name: string, file: { data: Blob; type: string }) => saved.files.push({ name, ...file }),
}));
vi.mock("../../../../web/src/api.ts", async (original) => ({
  ...(await original<typeof import("../../../../web/src/api.ts")>()),
  callApi: async (route: string) => {
    if (saved.isOffline) throw new TypeError("Failed to fetch");
    const known = {
      marking_id: markingId,
      created_at: "2026-11-22T11:00:00.000Z",
      marker: "Bina",
      lost: [],
      marked: 0,
    };
    if (route === "list-exam-attempts") return { attempts: [attemptFromServer(attemptFacts(), { markings: [known] })] };
    if (!saved.areMarkingsAvailable) throw new TypeError("Failed to fetch");
    const marker = { type: "marker", changed_at: "2026-11-22T11:00:00.000Z", name: "Bina" };
    return [{ marking_id: markingId, created_at: "2026-11-22T11:00:00.000Z", changes: [aNote(1, 1.5), marker] }];
  },
}));

const { saveExamsAsZip } = await import("../../../../web/src/features/exam/session/exam-zip.ts");
const { createExamRecordingJournal, clearExamRecordings, saveExamRecording } = await import(
  "../../../../web/src/features/exam/recordings/exam-recordings.ts"
);

const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const aWav = (level: number) => encodeWav(new Float32Array(2_400).fill(level));
const [wav0, wav1, wav2] = [aWav(0.1), aWav(0.2), aWav(0.3)];

async function say(of: string, dialogue: number, turn: number, wav: ArrayBuffer) {
  const place = {
    ...{ attemptId: of, dialogue, segment: 0 },
    language: "nepali",
    scenarioId: "health-1",
    title: "A",
  } as const;
  const journal = createExamRecordingJournal("asha", place, turn);
  await saveExamRecording(journal, { wav, durationSeconds: 0.1, interrupted: turn > 1 });
}

async function savedZip() {
  const [file] = saved.files;
  if (!file) throw new Error("Nothing was saved");
  return { ...file, entries: readZip(await file.data.arrayBuffer()) };
}

beforeEach(async () => {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { locks: createFakeLocks() });
  saved.files.length = 0;
  saved.isOffline = false;
  saved.areMarkingsAvailable = true;
  await clearExamRecordings("asha");
  return () => vi.unstubAllGlobals();
});

it("saveExamsAsZip saves every recording of an exam attempt with its marking sheet", async () => {
  await say(attemptId, 0, 1, wav0);
  await say(attemptId, 0, 2, wav1);
  await say(otherAttemptId, 1, 1, wav2);
  expect(await saveExamsAsZip(queries(), "asha", attemptId)).toBe(2);
  const { entries, type } = await savedZip();
  expect(type).toBe("application/zip");
  const folder = `mock-exam-2026-11-22-${attemptId.slice(0, 8)}`;
  const [sheet, first, second] = [...entries];
  expect([...entries.keys()]).toEqual([
    `${folder}/marking.txt`,
    `${folder}/dialogue-1-segment-01-recording-01.wav`,
    `${folder}/dialogue-1-segment-01-recording-02.wav`,
  ]);
  expect(first?.[1]).toEqual(new Uint8Array(wav0));
  expect(second?.[1]).toEqual(new Uint8Array(wav1));
  const text = new TextDecoder().decode(sheet?.[1]);
  expect(text).toContain("Dialogue 1: At the clinic");
  expect(text).toContain("Segment 1: dialogue-1-segment-01-recording-02.wav, 0:00.1, interrupted");
  expect(text).toContain("0:01.0  Omission, 1.5 off (Bina)");
  expect(text).not.toContain("could not be loaded");
});

it("saveExamsAsZip without an attempt id saves the recordings of all exam attempts on this device, even offline", async () => {
  saved.isOffline = true;
  await say(attemptId, 0, 1, wav0);
  await say(otherAttemptId, 1, 1, wav2);
  expect(await saveExamsAsZip(queries(), "asha")).toBe(2);
  const { entries } = await savedZip();
  expect([...entries.values()]).toEqual([new Uint8Array(wav0), new Uint8Array(wav2)]);
});

it("saveExamsAsZip writes that notes are missing if a marking could not be loaded", async () => {
  saved.areMarkingsAvailable = false;
  await say(attemptId, 0, 1, wav0);
  await saveExamsAsZip(queries(), "asha", attemptId);
  const [sheet] = (await savedZip()).entries.values();
  expect(new TextDecoder().decode(sheet)).toContain("Not all notes are listed, because a marking could not be loaded.");
});

it("saveExamsAsZip names a segment's recordings so that they sort by recording number", async () => {
  for (const turn of [1, 2, 10]) await say(attemptId, 0, turn, wav0);
  await saveExamsAsZip(queries(), "asha", attemptId);
  const names = [...(await savedZip()).entries.keys()].filter((name) => name.endsWith(".wav"));
  expect(names.map((name) => name.slice(-6, -4))).toEqual(["01", "02", "10"]);
  expect(names.toSorted()).toEqual(names);
});

it("saveExamsAsZip saves no file if there are no recordings", async () => {
  expect(await saveExamsAsZip(queries(), "asha")).toBe(0);
  expect(saved.files).toEqual([]);
});
