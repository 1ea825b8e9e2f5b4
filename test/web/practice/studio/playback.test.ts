import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PracticeAudio, PracticeEvent } from "../../../../domain/practice/practice.ts";
import type { EncodedAudio } from "../../../../web/src/audio/player.ts";
import { createObservable } from "../../../../web/src/browser/observable.ts";
import type { ContentFailure } from "../../../../web/src/features/content/content.ts";
import type { AudioStates, ContentAudio, LoadedAudio } from "../../../../web/src/features/content/loaded-audio.ts";
import { createPlayback } from "../../../../web/src/features/practice/studio/internal/playback.ts";
import type { PlaybackSpeed } from "../../../../web/src/features/practice/studio/playback-speed.ts";
import { idlePlayhead, type Playhead } from "../../../../web/src/features/practice/studio/playhead.ts";
import { microphoneChecked } from "../../../../web/src/features/recording/microphone/microphone-check.ts";
import { microphoneDenied } from "../../../../web/src/features/recording/microphone/microphone-permission.ts";
import type { Toast } from "../../../../web/src/ui/toast.ts";
import { FakePlayer } from "../../audio/fake-player.ts";
import { FakeRecorder } from "../../recording/microphone/fake-recorder.ts";
import { fakeDialogueRecordings } from "../recordings/fake-recordings.ts";

const said: string[] = vi.hoisted(() => []);
vi.mock("../../../../web/src/ui/toasts.ts", () => ({
  showToast: ({ title, description }: Toast) => said.push(`${title}: ${description}`),
}));

const computer = { userAgent: "Mozilla/5.0 (X11; Linux x86_64)", maxTouchPoints: 0 };
const iPhone = { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", maxTouchPoints: 5 };

const aSound = (): EncodedAudio => ({ data: new ArrayBuffer(1), type: "audio/mpeg" });
const ready = (sound: EncodedAudio, checked: Promise<LoadedAudio> = new Promise(() => {})): LoadedAudio => ({
  kind: "ready",
  sound,
  checked,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", computer);
  said.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

function open() {
  const player = new FakePlayer();
  const recorder = new FakeRecorder();
  const position = createObservable<Playhead>(idlePlayhead);
  const pace = createObservable<PlaybackSpeed>(1);
  const events: PracticeEvent[] = [];
  const original = aSound();
  const translation = aSound();
  const own = aSound();
  const content: Record<ContentAudio, Promise<LoadedAudio>> = {
    original: Promise.resolve(ready(original)),
    translation: Promise.resolve(ready(translation)),
  };
  const playback = createPlayback({
    player,
    recorder,
    segmentAudio: {
      open: () => undefined,
      loadAudio: async (index, audio) => (index === 3 ? content[audio] : { kind: "unavailable", reason: "missing" }),
      states: createObservable<AudioStates>({ original: "ready", translation: "ready" }),
      loadWaveform: async () => ({ peaks: new Float32Array(0), seconds: 0 }),
      dispose: () => undefined,
    },
    recordings: fakeDialogueRecordings({ loadAudio: async (number) => (number === 7 ? own : null) }),
    position,
    playbackSpeed: pace,
    send: (event) => void events.push(event),
  });
  const play = async (audio: PracticeAudio, recording?: number) => {
    void playback.play(audio, 3, recording);
    await settle();
  };
  return { playback, player, recorder, position, pace, events, content, play, original, translation, own };
}

describe("playback", () => {
  it("canPlayOriginal returns true for a loaded original, and false with a message if the plan has ended", async () => {
    const { playback, content, player } = open();
    expect([await playback.canPlayOriginal(3), said]).toEqual([true, []]);
    content.original = Promise.resolve({ kind: "unavailable", reason: "premium-required" });
    expect(await playback.canPlayOriginal(3)).toBe(false);
    expect(said).toEqual([expect.stringMatching(/^Paid Plan Needed: /)]);
    expect(player.heard).toBeUndefined();
  });

  it("plays the segment's original, its reference or the requested recording", async () => {
    const { play, player, original, translation, own, events } = open();
    await play("original");
    expect(player.heard).toBe(original);
    await play("translation");
    expect(player.heard).toBe(translation);
    await play("own", 7);
    expect(player.heard).toBe(own);
    expect([events, said]).toEqual([[], []]);
  });

  it("reports its position until it ends", async () => {
    const { play, player, position, events } = open();
    await play("translation");
    player.progress(0, 0);
    expect(position.get()).toEqual({ audio: "translation", fraction: 0, duration: 0 });
    player.progress(2, 8);
    expect(position.get()).toEqual({ audio: "translation", fraction: 0.25, duration: 8 });
    player.end(500);
    expect(position.get()).toEqual(idlePlayhead);
    expect(events).toEqual([{ type: "playback-ended", audio: "translation" }]);
  });

  it("plays the last requested audio, even if earlier audio loads late", async () => {
    const { play, player, content, translation, original, events } = open();
    const late = Promise.withResolvers<LoadedAudio>();
    content.original = late.promise;
    await play("original");
    await play("translation");
    late.resolve(ready(original));
    await settle();
    expect(player.begun.map(({ sound }) => sound)).toEqual([translation]);
    expect(events).toEqual([]);
  });

  it.each(["stop", "pause"] as const)("plays nothing if %s() is called before the audio has loaded", async (end) => {
    const { play, playback, player, content, original, events } = open();
    const late = Promise.withResolvers<LoadedAudio>();
    content.original = late.promise;
    await play("original");
    playback[end]();
    late.resolve(ready(original));
    await settle();
    expect(player.begun).toEqual([]);
    expect([events, said]).toEqual([[], []]);
  });

  it("stops at once and resets the position when stop() is called", async () => {
    const { play, playback, player, position } = open();
    await play("original");
    player.progress(1, 4);
    playback.stop();
    expect(player.heard).toBeUndefined();
    expect(position.get()).toEqual(idlePlayhead);
  });

  it("resumes after a pause, even if the pause came before the audio had loaded", async () => {
    const { play, playback, player, original, content } = open();
    await play("original");
    playback.pause();
    expect([player.heard, player.isPaused]).toEqual([original, true]);
    playback.resume(3);
    await settle();
    expect([player.begun.length, player.isPaused]).toEqual([1, false]);
    playback.stop();
    const late = Promise.withResolvers<LoadedAudio>();
    content.original = late.promise;
    await play("original");
    playback.pause();
    late.resolve(ready(original));
    await settle();
    playback.resume(3);
    await settle();
    expect([player.begun.length, player.heard]).toEqual([2, original]);
  });

  it("seeks to the requested position", () => {
    const { playback, player } = open();
    playback.seek(0.75);
    expect(player.soughtTo).toBe(0.75);
  });

  it("stops when dispose() is called, and ignores later changes of speed", async () => {
    const { play, playback, player, pace } = open();
    await play("original");
    playback.dispose();
    expect(player.heard).toBeUndefined();
    void player.play(aSound());
    pace.set(1.25);
    expect(player.rate).toBe(1);
  });
});

describe("originalEndedAt()", () => {
  it("returns the time at which the original ended, even after other audio has ended", async () => {
    const { play, player, playback } = open();
    await play("original");
    player.end(1_234);
    await play("translation");
    player.end(5_678);
    await play("own", 7);
    player.end(9_999);
    expect(playback.originalEndedAt()).toBe(1_234);
  });
});

describe("the speed", () => {
  it("applies to the original and the reference, but not to the recording", async () => {
    const { play, player, pace } = open();
    pace.set(0.75);
    await play("original");
    expect(player.rate).toBe(0.75);
    pace.set(1.25);
    expect(player.rate).toBe(1.25);
    await play("translation");
    expect(player.rate).toBe(1.25);
    await play("own", 7);
    expect(player.rate).toBe(1);
    pace.set(0.9);
    expect(player.rate).toBe(1);
  });
});

describe("the loop", () => {
  const part = { from: 0.25, to: 0.5 };

  it("applies to the original, even if it is set before playback, but not to the reference", async () => {
    const { play, player, playback } = open();
    playback.setLoop(part);
    await play("original");
    expect(player.loop).toEqual(part);
    playback.setLoop(null);
    expect(player.loop).toBeNull();
    playback.setLoop(part);
    expect(player.loop).toEqual(part);
    await play("translation");
    expect(player.loop).toBeNull();
    playback.setLoop({ from: 0, to: 1 });
    expect(player.loop).toBeNull();
  });
});

describe("the microphone", () => {
  it("opens before the original plays, and the original waits for the answer to the browser's prompt", async () => {
    const { play, player, recorder, original } = open();
    const answer = Promise.withResolvers<void>();
    recorder.answered = answer.promise;
    await play("original");
    expect([recorder.warmedUp, player.heard]).toEqual([1, undefined]);
    answer.resolve();
    await settle();
    expect([recorder.isOpen, player.heard]).toEqual([true, original]);
  });

  it("causes an error message if it is denied, and the original still plays", async () => {
    const { play, player, recorder, original } = open();
    recorder.refusal = "denied";
    await play("original");
    expect(said).toEqual(["Recording Error: Failed to start recording. Please check your microphone permissions."]);
    expect(player.heard).toBe(original);
  });

  it("remains open on a computer while the reference or a recording plays", async () => {
    const { play, recorder } = open();
    await play("original");
    await play("translation");
    await play("own", 7);
    expect([recorder.warmedUp, recorder.isOpen]).toEqual([1, true]);
  });

  it.each(["translation", "own"] as const)("is closed on an iPhone while the audio “%s” plays", async (audio) => {
    vi.stubGlobal("navigator", iPhone);
    const { play, recorder } = open();
    await play("original");
    expect(recorder.isOpen).toBe(true);
    await play(audio, 7);
    expect(recorder.isOpen).toBe(false);
  });

  describe("when prepareMicrophone() is called", () => {
    const readied = async (browser: object, { checked = true } = {}) => {
      const permissions = { query: async () => ({ state: "granted" }) };
      vi.stubGlobal("navigator", { ...computer, permissions, userActivation: { hasBeenActive: true }, ...browser });
      microphoneChecked.set(checked);
      const { playback, recorder } = open();
      await playback.prepareMicrophone();
      return recorder.warmedUp;
    };

    it("is prepared on a computer if the learner has allowed and checked it, and pressed something on this page", async () => {
      expect(await readied({})).toBe(1);
    });

    it.each([
      ["the browser would ask for permission", { permissions: { query: async () => ({ state: "prompt" }) } }],
      ["the browser does not report its permission", { permissions: { query: () => Promise.reject(new TypeError()) } }],
      ["the learner has pressed nothing on this page", { userActivation: { hasBeenActive: false } }],
      ["the browser does not report whether the learner pressed anything", { userActivation: undefined }],
      ["the device is an iPhone", iPhone],
    ])("is not prepared if %s", async (_, browser) => {
      expect(await readied(browser)).toBe(0);
    });

    it("is not prepared, and is marked as denied, if the browser reports a denial", async () => {
      microphoneDenied.set(false);
      expect(await readied({ permissions: { query: async () => ({ state: "denied" }) } })).toBe(0);
      expect(microphoneDenied.get()).toBe(true);
    });

    it("is not prepared before the learner has checked it", async () => {
      expect(await readied({}, { checked: false })).toBe(0);
    });

    it("causes no message if its preparation fails", async () => {
      const permissions = { query: async () => ({ state: "granted" }) };
      vi.stubGlobal("navigator", { ...computer, permissions, userActivation: { hasBeenActive: true } });
      microphoneChecked.set(true);
      const { playback, recorder } = open();
      recorder.refusal = "busy";
      await playback.prepareMicrophone();
      expect([recorder.warmedUp, said]).toEqual([1, []]);
    });
  });
});

describe("audio that cannot be played", () => {
  const failed = (audio: PracticeAudio) => [{ type: "playback-failed", audio }];

  it.each<[PracticeAudio, string]>([
    ["original", "Playback Error: Failed to play audio. Please try again."],
    ["translation", "Playback Error: Failed to play translated audio. Please try again."],
    ["own", "Playback Error: Failed to play your recording. Please try again."],
  ])("is reported if it is interrupted (%s): %s", async (audio, message) => {
    const { play, player, position, events, ...sounds } = open();
    await play(audio, 7);
    player.progress(1, 4);
    player.breakOff("interrupted");
    expect([said, events, position.get()]).toEqual([[message], failed(audio), idlePlayhead]);
    player.refusals.set(sounds[audio], "not-allowed");
    await play(audio, 7);
    expect([said, events]).toEqual([
      [message, message],
      [...failed(audio), ...failed(audio)],
    ]);
  });

  it("is replaced by a new download of the file if it cannot be decoded", async () => {
    const { play, player, content, original, events } = open();
    const another = aSound();
    player.refusals.set(original, "undecodable");
    content.original = Promise.resolve(ready(original, Promise.resolve(ready(another))));
    await play("original");
    expect([player.heard, said, events]).toEqual([another, [], []]);
  });

  it.each<[string, (broken: EncodedAudio) => LoadedAudio]>([
    ["no valid file", () => ({ kind: "unavailable", reason: "malformed" })],
    ["the same file", (broken) => ready(broken)],
  ])("is reported if the new download returns %s", async (_, checked) => {
    const { play, player, content, original, events } = open();
    player.refusals.set(original, "undecodable");
    content.original = Promise.resolve(ready(original, Promise.resolve(checked(original))));
    await play("original");
    expect(said).toEqual(["Playback Error: Failed to play audio. Please try again."]);
    expect(events).toEqual(failed("original"));
    expect(player.begun).toHaveLength(1);
  });

  it("is not replaced if the browser does not allow playback", async () => {
    const { play, player, original, events } = open();
    player.refusals.set(original, "not-allowed");
    await play("original");
    expect(events).toEqual(failed("original"));
  });

  it("is not reported after other audio was requested", async () => {
    const { play, player, content, original, translation, events } = open();
    const checked = Promise.withResolvers<LoadedAudio>();
    player.refusals.set(original, "undecodable");
    content.original = Promise.resolve(ready(original, checked.promise));
    await play("original");
    await play("translation");
    checked.resolve(ready(aSound()));
    await settle();
    expect([player.heard, said, events]).toEqual([translation, [], []]);
  });

  it.each([undefined, 8])("is reported if the requested recording does not exist (number: %s)", async (recording) => {
    const { play, player, events } = open();
    await play("own", recording);
    expect([said, events]).toEqual([["Playback Error: No recording available to play."], failed("own")]);
    expect(player.begun).toEqual([]);
  });

  it.each<[ContentAudio, string]>([
    ["original", "Audio Error: Audio not loaded. Please wait a moment and try again."],
    ["translation", "Audio Error: Translated audio not loaded. Please wait a moment and try again."],
  ])("is reported if it does not load within ten seconds (%s): %s", async (audio, message) => {
    const { play, content, events, player, original } = open();
    const late = Promise.withResolvers<LoadedAudio>();
    content[audio] = late.promise;
    await play(audio);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([said, events]).toEqual([[message], failed(audio)]);
    late.resolve(ready(original));
    await settle();
    expect(player.begun).toEqual([]);
  });

  it.each<[ContentAudio, ContentFailure, string]>([
    ["original", "empty", "Audio Error: Received empty audio file"],
    ["translation", "empty", "Audio Error: Received empty audio file"],
    ["original", "malformed", "Playback Error: Failed to play audio. Please try again."],
    ["translation", "malformed", "Playback Error: Failed to play translated audio. Please try again."],
    ["original", "unreachable", "Loading Error: Failed to load segment content. Please try again."],
    [
      "original",
      "premium-required",
      "Paid Plan Needed: You need a paid plan to play this dialogue. Choose a plan to continue.",
    ],
    ["original", "missing", "Audio Error: The audio of this segment is not available."],
    ["translation", "missing", "Audio Error: The translated audio of this segment is not available."],
  ])("is reported if it is unavailable (%s) for the reason “%s”", async (audio, reason, message) => {
    const { play, content, events, player } = open();
    content[audio] = Promise.resolve({ kind: "unavailable", reason });
    await play(audio);
    expect([said, events]).toEqual([[message], failed(audio)]);
    expect(player.begun).toEqual([]);
  });
});
