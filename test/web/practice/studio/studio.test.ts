import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Segment } from "../../../../domain/content/pack.ts";
import type { DialogueId } from "../../../../domain/practice/progress.ts";
import type { EncodedAudio } from "../../../../web/src/audio/player.ts";
import type { AudioLoader } from "../../../../web/src/features/content/audio-files.ts";
import type { Studio } from "../../../../web/src/features/practice/studio/studio.ts";
import type { SegmentProgress } from "../../../../web/src/features/progress/progress-saver.ts";
import { chosenMicrophone } from "../../../../web/src/features/recording/microphone/chosen-microphone.ts";
import type { Toast } from "../../../../web/src/ui/toast.ts";
import { FakePlayer } from "../../audio/fake-player.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";
import { startContentServer } from "../../content/content-server.ts";
import { FakeRecorder } from "../../recording/microphone/fake-recorder.ts";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";

const device = vi.hoisted(() => ({
  player: undefined as unknown,
  recorder: undefined as unknown,
  load: undefined as unknown,
}));
vi.mock("../../../../web/src/audio/element-player.ts", () => ({ createPlayer: () => device.player }));
vi.mock("../../../../web/src/features/recording/microphone/recorder.ts", () => ({
  createRecorder: () => device.recorder,
}));
vi.mock("../../../../web/src/features/content/audio-files.ts", () => ({ audioFiles: { load: device.load } }));
const said: string[] = vi.hoisted(() => []);
vi.mock("../../../../web/src/ui/toasts.ts", () => ({ showToast: ({ title }: Toast) => said.push(title) }));

const sampleRate = 24_000;
const folder = "nepali/example/example-1/";
const dialogue: DialogueId = { language: "nepali", scenarioId: "example-1" };
const segments: Segment[] = [1, 2, 3].map((n) => ({
  name: `Part ${n}`,
  audio: `segment-${n}.mp3`,
  original_script: "Hello",
  translated_script: "नमस्ते",
}));
const block = (seconds: number) => new Float32Array(seconds * sampleRate).fill(0.5);

const sounds = new Map<string, EncodedAudio>();
const loaded: string[] = [];
const load: AudioLoader = (path) => {
  const sound = sounds.get(path) ?? { data: new ArrayBuffer(8), type: "audio/mpeg" };
  sounds.set(path, sound);
  loaded.push(path.replace(`${folder}segments/`, ""));
  return { sound: Promise.resolve(sound), checked: Promise.resolve(sound) };
};
const original = (n: number) => sounds.get(`${folder}segments/segment-${n}.mp3`);
const translation = (n: number) => sounds.get(`${folder}segments/segment-${n}_translated.mp3`);

let learners = 0;
let opened: Studio[] = [];

beforeEach(() => {
  learners += 1;
  // The database runs in real time. The timers of the product are fake.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.stubGlobal("navigator", { userAgent: "X11; Linux", maxTouchPoints: 0, locks: createFakeLocks() });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", memoryStorage());
  startContentServer();
  loaded.length = 0;
  said.length = 0;
  return () => {
    for (const studio of opened) studio.dispose();
    opened = [];
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** Runs messages, database requests and due timers. The fake clock does not advance. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function open(startAt = 0) {
  const [player, recorder] = [new FakePlayer(), new FakeRecorder()];
  Object.assign(device, { player, recorder, load });
  const { createStudio } = await import("../../../../web/src/features/practice/studio/studio.ts");
  const saved: SegmentProgress[] = [];
  const studio = createStudio({
    ...{ userId: `learner-${learners}`, dialogue, title: "At the doctor", folder, segments },
    completed: new Set<number>(),
    startAt,
    progress: { save: ({ index, attempts, completed }) => void saved.push({ index, attempts, completed }) },
  });
  opened.push(studio);
  await studio.recordings.whenCounted();
  await settle();
  const { practice, send } = studio;
  const activity = () => practice.get().activity.kind;
  const hearOriginal = async (endedAt = 500) => {
    send({ type: "play", audio: "original" });
    await settle();
    player.end(endedAt);
    await settle();
  };
  const attempt = async () => {
    await hearOriginal();
    recorder.hear(block(2));
    await settle();
    send({ type: "finish-attempt" });
    await vi.advanceTimersByTimeAsync(100);
    await expect.poll(activity).toBe("quiet");
  };
  const restart = async () => {
    send({ type: "ask-restart" });
    send({ type: "confirm-restart" });
    await settle();
  };
  return { studio, player, recorder, saved, practice, send, activity, hearOriginal, attempt, restart };
}

function refuseAudio(): void {
  const put = IDBObjectStore.prototype.put;
  const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === "take-sounds") throw new DOMException("told by the browser", "UnknownError");
    return put.apply(this, given);
  });
  onTestFinished(() => spy.mockRestore());
}

describe("the studio", () => {
  it("starts without playback, and loads the current segment's audio before the next segment's audio", async () => {
    const { activity, player, recorder } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([activity(), player.begun.length, recorder.warmedUp]).toEqual(["quiet", 0, 0]);
    expect(loaded).toEqual(["segment-1.mp3", "segment-1_translated.mp3", "segment-2.mp3", "segment-2_translated.mp3"]);
  });

  it("can start at the third segment, and loads the audio of that segment first", async () => {
    const { practice } = await open(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(practice.get().index).toBe(2);
    expect(loaded.slice(0, 2)).toEqual(["segment-3.mp3", "segment-3_translated.mp3"]);
  });

  it("starts recording automatically at the end of the original of a segment without a current recording", async () => {
    const { hearOriginal, player, recorder, activity } = await open();
    await hearOriginal(1_234);
    expect(player.begun.map(({ sound }) => sound)).toEqual([original(1)]);
    expect(recorder.options?.since).toBe(1_234);
    expect(activity()).toBe("recording");
  });

  it("stores a finished recording, and saves the segment as completed", async () => {
    const { attempt, practice, saved, studio } = await open();
    await attempt();
    expect(saved).toEqual([{ index: 0, attempts: 1, completed: true }]);
    const [recording] = practice.get().segments[0]?.recordings ?? [];
    expect(recording).toMatchObject({ attempt: 1, durationSeconds: 2, interrupted: false });
    expect((await studio.recordings.loadAudio(recording?.number ?? 0))?.data.byteLength).toBe(44 + 2 * 2 * sampleRate);
  });

  it("plays the reference, then the recording, and stops playback at a second request for the recording", async () => {
    const { attempt, send, player, practice, studio } = await open();
    await attempt();
    send({ type: "play", audio: "translation" });
    await settle();
    expect(player.heard).toBe(translation(1));
    send({ type: "play", audio: "own" });
    await settle();
    const number = practice.get().segments[0]?.currentRecording ?? 0;
    await expect.poll(() => player.heard?.data).toEqual((await studio.recordings.loadAudio(number))?.data);
    send({ type: "play", audio: "own" });
    expect(player.heard).toBeUndefined();
  });

  it("pauses, resumes and loops the original after an attempt, and records nothing", async () => {
    const { attempt, send, player, recorder } = await open();
    await attempt();
    send({ type: "play", audio: "original" });
    await settle();
    send({ type: "play", audio: "original" });
    expect([player.heard, player.isPaused]).toEqual([original(1), true]);
    send({ type: "play", audio: "original" });
    expect(player.isPaused).toBe(false);
    send({ type: "toggle-loop" });
    send({ type: "choose-part", part: { from: 0.5, to: 0.75 } });
    expect(player.loop).toEqual({ from: 0.5, to: 0.75 });
    player.end(9_000);
    await settle();
    expect(recorder.options, "playback after an attempt starts no recording").toBeUndefined();
  });

  it("seeks in the current audio and reports the position", async () => {
    const { studio, send, player } = await open();
    send({ type: "play", audio: "translation" });
    await settle();
    studio.seek(0.5);
    expect(player.soughtTo).toBe(0.5);
    player.progress(2, 4);
    expect(studio.position.get()).toEqual({ audio: "translation", fraction: 0.5, duration: 4 });
  });
});

describe("a restart", () => {
  it("discards a running recording, and plays the original after half a second", async () => {
    const { hearOriginal, recorder, restart, saved, player, activity, practice } = await open();
    await hearOriginal();
    recorder.hear(block(1));
    await restart();
    expect(recorder.options).toBeUndefined();
    expect(saved).toEqual([{ index: 0, attempts: 2, completed: false }]);
    await vi.advanceTimersByTimeAsync(499);
    expect([activity(), player.begun.length]).toEqual(["restarting", 1]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect([activity(), player.heard]).toEqual(["playing", original(1)]);
    expect(practice.get().segments[0]?.recordings).toEqual([]);
  });

  it.each<[string, { type: "next" } | { type: "play"; audio: "translation" }]>([
    ["another segment", { type: "next" }],
    ["other audio", { type: "play", audio: "translation" }],
  ])("plays nothing automatically after the learner chose %s", async (_, event) => {
    const { attempt, restart, send, player } = await open();
    await attempt();
    await restart();
    send(event);
    await settle();
    const begun = player.begun.length;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(player.begun).toHaveLength(begun);
  });
});

describe("a change of segment", () => {
  it("stops playback, plays the original of the new segment on request, and loads the following original", async () => {
    const { send, player, practice } = await open();
    send({ type: "play", audio: "original" });
    await settle();
    send({ type: "next" });
    expect([player.heard, practice.get().index]).toEqual([undefined, 1]);
    send({ type: "play", audio: "original" });
    await settle();
    expect(player.heard).toBe(original(2));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(loaded).toContain("segment-3.mp3");
  });
});

describe("a change of microphone", () => {
  it("closes the microphone in use", async () => {
    const { hearOriginal, recorder } = await open();
    await hearOriginal();
    expect(recorder.isOpen).toBe(true);
    chosenMicrophone.set({ id: "1", label: "Headset" });
    expect(recorder.isOpen).toBe(false);
  });
});

describe("leaving a dialogue", () => {
  it("saves the sound so far as an interrupted recording", async () => {
    const { studio, hearOriginal, recorder } = await open();
    await hearOriginal();
    recorder.hear(block(2));
    const left = studio.stopAndSave();
    await settle();
    expect(await left).toBe(true);
    studio.dispose();
    const next = await open();
    expect(next.practice.get().segments[0]?.recordings).toMatchObject([{ interrupted: true, durationSeconds: 2 }]);
  });

  it("adds the sound so far to the practice, with a message, if the browser refuses to store it", async () => {
    const { studio, hearOriginal, recorder, practice, activity } = await open();
    await hearOriginal();
    recorder.hear(block(2));
    studio.send({ type: "ask-leave" });
    refuseAudio();
    const left = studio.stopAndSave();
    await settle();
    expect(await left).toBe(false);
    expect([activity(), practice.get().dialog]).toEqual(["quiet", "none"]);
    const [recording] = practice.get().segments[0]?.recordings ?? [];
    expect(recording).toMatchObject({ interrupted: true, durationSeconds: 2 });
    expect(said).toEqual(["Recording Not Stored"]);
    expect((await studio.recordings.loadAudio(recording?.number ?? 0))?.data.byteLength).toBe(44 + 2 * 2 * sampleRate);
  });

  it("waits for the save of a finished recording, and stopAndSave() returns false only once if the save fails", async () => {
    const { studio, hearOriginal, recorder, send, practice } = await open();
    await hearOriginal();
    recorder.hear(block(2));
    refuseAudio();
    send({ type: "finish-attempt" });
    const left = studio.stopAndSave();
    await vi.advanceTimersByTimeAsync(100);
    expect(await left).toBe(false);
    expect(practice.get().segments[0]?.recordings).toMatchObject([{ interrupted: false, durationSeconds: 2 }]);
    expect(await studio.stopAndSave()).toBe(true);
  });

  it("releases the player and the microphone, and keeps the sound recorded so far", async () => {
    const { studio, hearOriginal, recorder, player } = await open();
    await hearOriginal();
    recorder.hear(block(2));
    studio.dispose();
    expect([player.disposed, recorder.disposed]).toEqual([true, true]);
    const { listLearnerRecordings } = await import(
      "../../../../web/src/features/practice/recordings/dialogue-recordings.ts"
    );
    await expect
      .poll(() => listLearnerRecordings(`learner-${learners}`))
      .toMatchObject([{ interrupted: true, durationSeconds: 2 }]);
  });

  it("cancels the playback that follows a restart", async () => {
    const { studio, attempt, restart, player } = await open();
    await attempt();
    await restart();
    const begun = player.begun.length;
    studio.dispose();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(player.begun).toHaveLength(begun);
  });

  it("stops loading, and a later change of microphone has no effect", async () => {
    const { studio, recorder } = await open();
    studio.dispose();
    const before = loaded.length;
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loaded).toHaveLength(before);
    recorder.isOpen = true;
    chosenMicrophone.set({ id: "2", label: "Desk" });
    expect(recorder.isOpen).toBe(true);
  });
});
