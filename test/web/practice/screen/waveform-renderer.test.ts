import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPractice, type Practice, type RecordingRef } from "../../../../domain/practice/practice.ts";
import { createObservable } from "../../../../web/src/browser/observable.ts";
import type { AudioStates } from "../../../../web/src/features/content/loaded-audio.ts";
import { isRecordingShown, renderWaveform } from "../../../../web/src/features/practice/screen/waveform-renderer.ts";
import { idlePlayhead, type Playhead } from "../../../../web/src/features/practice/studio/playhead.ts";
import type { Studio } from "../../../../web/src/features/practice/studio/studio.ts";

type Rect = { x: number; y: number; width: number; height: number; colour: string };

const recording: RecordingRef = { number: 7, attempt: 1, recordedAt: 0, durationSeconds: 4, interrupted: false };
const quiet = createPractice(2);
const during = (kind: "recording" | "processing"): Practice => ({ ...quiet, activity: { kind } });
const withRecording = (made: RecordingRef = recording): Practice => ({
  ...quiet,
  segments: quiet.segments.map((segment, at) =>
    at === 0 ? { ...segment, recordings: [made], currentRecording: made.number } : segment,
  ),
});

describe("the learner's part of the waveform", () => {
  it("is shown during recording and processing, and if there is a recording", () => {
    expect([quiet, during("recording"), during("processing"), withRecording()].map(isRecordingShown)).toEqual([
      ...[false, true],
      ...[true, true],
    ]);
  });
});

describe("the waveform on the screen", () => {
  let rects: Rect[] = [];
  let frames: (() => void)[] = [];
  let theme = "light";
  const dark = new EventTarget();
  const resizes: (() => void)[] = [];
  const stops: (() => void)[] = [];

  beforeEach(() => {
    [rects, frames, theme] = [[], [], "light"];
    vi.stubGlobal("devicePixelRatio", 1);
    vi.stubGlobal("matchMedia", () => dark);
    vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: (name: string) => ` ${theme} ${name}` }));
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
    vi.stubGlobal("cancelAnimationFrame", () => {
      frames = [];
    });
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(resized: () => void) {
          resizes.push(resized);
        }
        observe() {}
        disconnect() {
          resizes.length = 0;
        }
      },
    );
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.unstubAllGlobals();
  });

  function watch(practice: Practice = quiet) {
    const peaksOf = new Map<number, Float32Array>([
      [0, new Float32Array(800).fill(1)],
      [1, new Float32Array(800).fill(0.5)],
    ]);
    const recordings = new Map<number, Float32Array>([[7, new Float32Array(200).fill(1)]]);
    const live = new Float32Array(200);
    const studio = {
      practice: createObservable(practice),
      position: createObservable<Playhead>(idlePlayhead),
      liveRecording: { peaks: () => live, hearing: () => undefined, blocks: createObservable(0) },
      segmentAudio: {
        states: createObservable<AudioStates>({ original: "loading", translation: "loading" }),
        loadWaveform: async (index: number) => ({ peaks: peaksOf.get(index) ?? new Float32Array(0), seconds: 4 }),
      },
      recordings: { loadPeaks: async (number: number) => recordings.get(number) ?? null },
    };
    const context = {
      canvas: { width: 300, height: 150 },
      fillStyle: "",
      setTransform: () => undefined,
      clearRect: () => {
        rects = [];
      },
      fillRect: (x: number, y: number, width: number, height: number) =>
        rects.push({ x, y, width, height, colour: context.fillStyle }),
    };
    const canvas = Object.assign(context.canvas, { clientWidth: 1_200, clientHeight: 120, getContext: () => context });
    // `renderWaveform` uses no other members in these tests.
    const stop = renderWaveform(canvas as unknown as HTMLCanvasElement, studio as unknown as Studio);
    stops.push(stop);
    return { studio, canvas, peaksOf, live, stop };
  }

  /** Runs the requested frames after pending reads. */
  async function paint(): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    const asked = frames.splice(0);
    for (const draw of asked) draw();
    return asked.length;
  }
  const drawnIn = (name: string) => rects.filter(({ colour }) => colour === `${theme} ${name}`);
  const widthOf = (name: string) => Math.max(0, ...drawnIn(name).map(({ x, width }) => x + width));

  it("draws the original over 65 percent of the width if there is a recording", async () => {
    const { studio, canvas } = watch();
    await paint();
    expect([canvas.width, canvas.height]).toEqual([1_200, 120]);
    expect(widthOf("--heard-faint")).toBeGreaterThan(1_190);
    expect(drawnIn("--said-faint")).toEqual([]);
    studio.practice.set(withRecording());
    await paint();
    expect(widthOf("--heard-faint")).toBeLessThanOrEqual(780);
    expect(drawnIn("--said-faint")[0]?.x).toBe(780);
    expect(drawnIn("--said-faint")[0]?.height).toBe(120);
  });

  it("shows the recorded audio during recording and processing", async () => {
    const { studio, live } = watch(during("recording"));
    live.fill(0.5, 0, 10);
    studio.liveRecording.blocks.set(1);
    await paint();
    expect(drawnIn("--said-faint")[0]?.height).toBe(60);
    studio.practice.set(during("processing"));
    await paint();
    expect(drawnIn("--said-faint")[0]?.height).toBe(60);
  });

  it("shows the played portion and the playhead", async () => {
    const { studio } = watch(withRecording());
    await paint();
    expect([drawnIn("--heard"), drawnIn("--said"), drawnIn("--ink")]).toEqual([[], [], []]);
    studio.position.set({ audio: "original", fraction: 0.5, duration: 4 });
    await paint();
    expect([widthOf("--heard") > 380, drawnIn("--said")]).toEqual([true, []]);
    expect(drawnIn("--ink")).toMatchObject([{ x: 390, width: 2, height: 120 }]);
    studio.position.set({ audio: "own", fraction: 0.5, duration: 4 });
    await paint();
    expect([drawnIn("--heard"), drawnIn("--said").length > 0]).toEqual([[], true]);
    expect(drawnIn("--ink")).toMatchObject([{ x: 990 }]);
    studio.position.set({ audio: "translation", fraction: 0.5, duration: 4 });
    await paint();
    expect(drawnIn("--ink")).toEqual([]);
  });

  it("marks gaps in the recording", async () => {
    watch(withRecording({ ...recording, gaps: [{ atSeconds: 1, seconds: 0.2 }] }));
    await paint();
    // The position is a quarter of the recording's 420 pixels, which start at 780.
    expect(drawnIn("--ink")[0]).toMatchObject({ x: 885 - 1, width: 2 });
  });

  it("changes with the segment", async () => {
    const { studio } = watch();
    await paint();
    expect(drawnIn("--heard-faint")[0]?.height).toBe(120);
    studio.practice.set({ ...quiet, index: 1 });
    await paint();
    await paint();
    expect(drawnIn("--heard-faint")[0]?.height).toBe(60);
  });

  it("is drawn with the new peaks when the original has loaded", async () => {
    const { studio, peaksOf } = watch();
    await paint();
    peaksOf.set(0, new Float32Array(800).fill(0.25));
    studio.segmentAudio.states.set({ original: "loading", translation: "ready" });
    await paint();
    expect(drawnIn("--heard-faint")[0]?.height ?? 120).toBe(120);
    studio.segmentAudio.states.set({ original: "ready", translation: "ready" });
    await paint();
    await paint();
    expect(drawnIn("--heard-faint")[0]?.height).toBe(30);
  });

  it("is drawn at most once a frame", async () => {
    const { studio } = watch();
    await paint();
    expect(await paint()).toBe(0);
    for (const fraction of [0.1, 0.2, 0.3]) studio.position.set({ audio: "original", fraction, duration: 1 });
    expect(await paint()).toBe(1);
    for (const resized of resizes) resized();
    expect(await paint()).toBe(1);
    theme = "dark";
    dark.dispatchEvent(new Event("change"));
    expect(await paint()).toBe(1);
    expect(drawnIn("--heard-faint").length).toBeGreaterThan(0);
  });

  it("is not drawn after its stop function was called", async () => {
    const { studio, stop } = watch();
    await paint();
    studio.position.set({ audio: "original", fraction: 0.1, duration: 1 });
    stop();
    studio.position.set({ audio: "original", fraction: 0.2, duration: 1 });
    studio.practice.set(withRecording());
    studio.liveRecording.blocks.set(1);
    dark.dispatchEvent(new Event("change"));
    studio.segmentAudio.states.set({ original: "ready", translation: "ready" });
    expect(await paint()).toBe(0);
  });
});
