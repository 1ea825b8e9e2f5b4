import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Segment } from "../../../domain/content/pack.ts";
import { encodeWav } from "../../../web/src/audio/wav.ts";
import type { AudioLoader } from "../../../web/src/features/content/audio-files.ts";
import { ContentError } from "../../../web/src/features/content/content.ts";
import { createSegmentAudio, type SegmentAudio } from "../../../web/src/features/content/segment-audio.ts";
import { type ContentServer, startContentServer } from "./content-server.ts";

const folder = "nepali/example/example-1/";
const segments: Segment[] = [1, 2, 3, 4].map((n) => ({
  name: `Part ${n}`,
  audio: `segment-${n}.mp3`,
  original_script: "Hello",
  translated_script: "नमस्ते",
}));
/** Audio that decodes without a browser: silence, then a constant level. */
const sound = {
  data: encodeWav(new Float32Array([...Array<number>(800).fill(0), ...Array<number>(800).fill(0.5)])),
  type: "audio/wav",
};

let server: ContentServer;
let opened: SegmentAudio[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  server = startContentServer();
});
afterEach(() => {
  for (const sounds of opened) sounds.dispose();
  opened = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Without `requestIdleCallback`, each call of `whenIdle` takes 50 ms. */
const idle = () => vi.advanceTimersByTimeAsync(1_000);

function open() {
  const asked: string[] = [];
  const aborted: string[] = [];
  const troubles = new Map<string, ContentError | Promise<void>>();
  const load: AudioLoader = (path, { signal }) => {
    const name = path.replace(`${folder}segments/`, "");
    asked.push(name);
    signal.addEventListener("abort", () => aborted.push(name));
    const answer = async () => {
      const trouble = troubles.get(name);
      if (trouble instanceof ContentError) throw trouble;
      await trouble;
      return sound;
    };
    const answered = answer();
    return { sound: answered, checked: answered };
  };
  const sounds = createSegmentAudio(folder, segments, load);
  opened.push(sounds);
  return { sounds, asked, aborted, troubles };
}

describe("the loader of segment audio", () => {
  it("loads one file at a time, and the files of the following segment last", async () => {
    const { sounds, asked, troubles } = open();
    const slow = Promise.withResolvers<void>();
    troubles.set("segment-2.mp3", slow.promise);
    sounds.open(1);
    await idle();
    expect(asked).toEqual(["segment-2.mp3"]);
    slow.resolve();
    await idle();
    expect(asked).toEqual(["segment-2.mp3", "segment-2_translated.mp3", "segment-3.mp3", "segment-3_translated.mp3"]);
    expect(sounds.states.get()).toEqual({ original: "ready", translation: "ready" });
  });

  it("stops loading a segment when open() opens another segment", async () => {
    const { sounds, asked, troubles } = open();
    const slow = Promise.withResolvers<void>();
    troubles.set("segment-1.mp3", slow.promise);
    sounds.open(0);
    await idle();
    sounds.open(2);
    await idle();
    slow.resolve();
    await idle();
    expect(asked).not.toContain("segment-1_translated.mp3");
    expect(asked).toContain("segment-4_translated.mp3");
  });

  it("logs a missing file but not a malformed file, and loads the next files", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { sounds, asked, troubles } = open();
    troubles.set("segment-1_translated.mp3", new ContentError("missing", "not there"));
    troubles.set("segment-2.mp3", new ContentError("malformed", "no sound"));
    sounds.open(0);
    await idle();
    expect(warn.mock.calls).toEqual([[`${folder}segments/segment-1_translated.mp3 is missing`]]);
    expect(asked).toContain("segment-2_translated.mp3");
    expect(sounds.states.get()).toEqual({ original: "ready", translation: "missing" });
  });

  it("retries automatically when the network comes back", async () => {
    const { sounds, troubles } = open();
    troubles.set("segment-1.mp3", new ContentError("unreachable", "no network"));
    sounds.open(0);
    await idle();
    expect(sounds.states.get().original).toBe("unreachable");
    troubles.clear();
    window.dispatchEvent(new Event("online"));
    await idle();
    expect(sounds.states.get().original).toBe("ready");
  });

  it("loads an unreachable file again before the next segment if the network returns during a download", async () => {
    const { sounds, asked, troubles } = open();
    const [translation, original] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    troubles.set("segment-1.mp3", new ContentError("unreachable", "no network"));
    troubles.set("segment-1_translated.mp3", translation.promise);
    sounds.open(0);
    await idle();
    troubles.set("segment-1.mp3", original.promise);
    window.dispatchEvent(new Event("online"));
    await idle();
    translation.resolve();
    await idle();
    expect(asked).toEqual(["segment-1.mp3", "segment-1_translated.mp3", "segment-1.mp3"]);
    original.resolve();
    await idle();
    expect(asked.slice(3)).toEqual(["segment-2.mp3", "segment-2_translated.mp3"]);
  });

  it("aborts loading when dispose() is called", async () => {
    const { sounds, asked, aborted, troubles } = open();
    troubles.set("segment-1.mp3", new Promise(() => {}));
    sounds.open(0);
    await idle();
    sounds.dispose();
    window.dispatchEvent(new Event("online"));
    await idle();
    expect([asked, aborted]).toEqual([["segment-1.mp3"], ["segment-1.mp3"]]);
  });
});

describe("requested segment audio", () => {
  it("is loaded once", async () => {
    const { sounds, asked } = open();
    sounds.open(0);
    await idle();
    expect(await sounds.loadAudio(0, "translation")).toMatchObject({ kind: "ready", sound });
    expect(asked.filter((name) => name === "segment-1_translated.mp3")).toHaveLength(1);
  });

  it("is unavailable after the learner's plan has ended", async () => {
    const { sounds } = open();
    sounds.open(0);
    await idle();
    server.folders = [];
    server.basis = "the plan is over";
    expect(await sounds.loadAudio(0, "original")).toEqual({ kind: "unavailable", reason: "premium-required" });
  });

  it("is loaded again after a failure", async () => {
    const { sounds, troubles } = open();
    troubles.set("segment-1.mp3", new ContentError("empty", "Received empty sounds file"));
    expect(await sounds.loadAudio(0, "original")).toEqual({ kind: "unavailable", reason: "empty" });
    troubles.clear();
    expect(await sounds.loadAudio(0, "original")).toMatchObject({ kind: "ready" });
  });
});

describe("the waveform of an original", () => {
  const peaksOf = async (sounds: SegmentAudio, index: number) => {
    const shape = sounds.loadWaveform(index, "original");
    await idle();
    return (await shape).peaks;
  };

  it("has 800 peaks, and is decoded once", async () => {
    const { sounds } = open();
    const peaks = await peaksOf(sounds, 0);
    expect([peaks.length, peaks[0], peaks[399], peaks[400], peaks[799]]).toEqual([800, 0, 0, 1, 1]);
    expect(await peaksOf(sounds, 0)).toBe(peaks);
  });

  it("is prepared in advance for the open segment and the following one", async () => {
    const { sounds } = open();
    sounds.open(0);
    await idle();
    const later = Promise.resolve("later");
    for (const index of [0, 1]) {
      expect(await Promise.race([sounds.loadWaveform(index, "original"), later])).toMatchObject({
        peaks: { length: 800 },
      });
    }
  });

  it("is not prepared in advance for an unreachable file, and the file is requested once", async () => {
    const { sounds, asked, troubles } = open();
    troubles.set("segment-1.mp3", new ContentError("unreachable", "no network"));
    sounds.open(0);
    await idle();
    expect(asked.filter((name) => name === "segment-1.mp3")).toHaveLength(1);
  });

  it("is flat while the file cannot be loaded, and not flat afterwards", async () => {
    const { sounds, troubles } = open();
    troubles.set("segment-1.mp3", new ContentError("unreachable", "no network"));
    expect(await peaksOf(sounds, 0)).toEqual(new Float32Array(800));
    troubles.clear();
    expect((await peaksOf(sounds, 0))[799]).toBe(1);
  });

  it("is flat if the file cannot be decoded", async () => {
    const broken = createSegmentAudio(folder, segments, () => {
      const answered = Promise.resolve({ data: new ArrayBuffer(8), type: "audio/mpeg" });
      return { sound: answered, checked: answered };
    });
    opened.push(broken);
    expect(await peaksOf(broken, 0)).toEqual(new Float32Array(800));
  });
});
