import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findLocalSpeech } from "../../../web/src/features/recognition/internal/browser-speech.ts";
import { createRecogniser } from "../../../web/src/features/recognition/recogniser.ts";
import { createScriptedSpeech, type ScriptedSpeech } from "./scripted-speech.ts";

const recording = { data: new ArrayBuffer(8), type: "audio/wav" };
const recordingSeconds = 4;
const never = new AbortController().signal;

let disposed: number;
let playback: PromiseWithResolvers<void>;
beforeEach(() => {
  vi.useFakeTimers();
  disposed = 0;
  playback = Promise.withResolvers();
});
afterEach(() => void vi.useRealTimers());

function recogniserOf(speech: ScriptedSpeech | null) {
  const found = findLocalSpeech(speech ?? {});
  // The recogniser only passes the track on.
  const track = { kind: "audio", readyState: "live" } as MediaStreamTrack;
  return createRecogniser(found, async () => ({
    track,
    seconds: recordingSeconds,
    play: () => playback.promise,
    dispose: () => {
      disposed += 1;
    },
  }));
}

test("transcribe returns the words that this device recognised, without interim results", async () => {
  const speech = createScriptedSpeech({
    available: "available",
    answer: { texts: ["i arrived on monday ", "with two bags"] },
  });
  const heard = recogniserOf(speech).transcribe(recording, never);
  await vi.advanceTimersByTimeAsync(recordingSeconds * 1000);
  expect(speech.log).toEqual(["available en-US here", "start live audio en-US here"]);
  playback.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await heard).toBe("i arrived on monday with two bags");
  expect(speech.log.at(-1)).toBe("stop");
  expect(disposed).toBe(1);
});

test.each(["unavailable", "downloadable", "downloading"])(
  "transcribe starts no recognition while the language is %s on this device",
  async (available) => {
    const speech = createScriptedSpeech({ available, answer: { texts: ["words"] } });
    const recogniser = recogniserOf(speech);
    expect(await recogniser.status()).toBe(available === "unavailable" ? "unsupported" : "downloadable");
    await expect(recogniser.transcribe(recording, never)).rejects.toMatchObject({ code: "not-local" });
    expect(speech.log).not.toContainEqual(expect.stringMatching(/^start/));
  },
);

test("transcribe starts no recognition in a browser that may send the recording to a server", async () => {
  const speech = createScriptedSpeech({ available: "available", answer: { texts: ["words"] }, isLocal: false });
  await expect(recogniserOf(speech).transcribe(recording, never)).rejects.toMatchObject({ code: "not-local" });
  expect(speech.log).toEqual(["available en-US here"]);
  expect(disposed).toBe(1);
});

test("status returns “unsupported” in a browser without recognition on the device", async () => {
  class Older extends EventTarget {
    static available = async () => "available";
    static install = async () => true;
  }
  expect(findLocalSpeech({ SpeechRecognition: Older })).toBeNull();
  expect(findLocalSpeech({ webkitSpeechRecognition: Older })).toBeNull();
  const recogniser = recogniserOf(null);
  expect(recogniser.isPossible).toBe(false);
  expect(recogniserOf(createScriptedSpeech({ available: "unavailable", answer: { silent: true } })).isPossible).toBe(
    true,
  );
  expect([await recogniser.status(), await recogniser.install()]).toEqual(["unsupported", false]);
  await expect(recogniser.transcribe(recording, never)).rejects.toMatchObject({ code: "not-local" });
});

test("transcribe works after install has downloaded the language", async () => {
  const speech = createScriptedSpeech({ available: "downloadable", answer: { texts: ["two bags"] } });
  const recogniser = recogniserOf(speech);
  expect(await recogniser.install()).toBe(true);
  expect(await recogniser.status()).toBe("ready");
  const heard = recogniser.transcribe(recording, never);
  playback.resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await heard).toBe("two bags");
  expect(
    await recogniserOf(createScriptedSpeech({ available: "unavailable", answer: { silent: true } })).install(),
  ).toBe(false);
});

test("transcribe returns no words for a silent recording, and throws “failed” if the recognition fails", async () => {
  expect(
    await recogniserOf(createScriptedSpeech({ available: "available", answer: { error: "no-speech" } })).transcribe(
      recording,
      never,
    ),
  ).toBe("");
  for (const error of ["network", "language-not-supported", "service-not-allowed"]) {
    const recogniser = recogniserOf(createScriptedSpeech({ available: "available", answer: { error } }));
    await expect(recogniser.transcribe(recording, never)).rejects.toMatchObject({ code: "failed" });
  }
  expect(disposed).toBe(4);
});

test("transcribe stops at once when it is aborted", async () => {
  const speech = createScriptedSpeech({ available: "available", answer: { texts: ["words"] } });
  const stop = new AbortController();
  const heard = recogniserOf(speech).transcribe(recording, stop.signal);
  const outcome = expect(heard).rejects.toMatchObject({ code: "aborted" });
  await vi.advanceTimersByTimeAsync(1000);
  stop.abort();
  await outcome;
  expect(speech.log.at(-1)).toBe("abort");
  expect(disposed).toBe(1);
});

test("transcribe fails after a time limit if the browser reports no end of the recognition", async () => {
  const speech = createScriptedSpeech({ available: "available", answer: { silent: true } });
  const heard = recogniserOf(speech).transcribe(recording, never);
  const outcome = expect(heard).rejects.toMatchObject({ code: "late" });
  playback.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  await outcome;
  expect(speech.log.slice(-2)).toEqual(["stop", "abort"]);
});
