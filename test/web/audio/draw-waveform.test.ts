import { describe, expect, it, vi } from "vitest";
import { drawWaveform, fitCanvas, type WaveformScene } from "../../../web/src/audio/draw-waveform.ts";
import { layOutBars, layOutParts } from "../../../web/src/audio/waveform-geometry.ts";

const palette = {
  original: "heard",
  originalPlayed: "heard, played",
  recording: "said",
  recordingPlayed: "said, played",
  playhead: "head",
  gap: "gap",
};

/** The canvas has twice the logical size. */
function draw(scene: WaveformScene) {
  const drawn: Record<string, number> = {};
  const context = {
    canvas: { width: 2_400, height: 240 },
    fillStyle: "",
    setTransform: vi.fn(),
    clearRect: vi.fn(),
    rects: [] as { x: number; y: number; width: number; height: number; colour: string }[],
    fillRect: (x: number, y: number, width: number, height: number) => {
      context.rects.push({ x, y, width, height, colour: context.fillStyle });
      drawn[context.fillStyle] = (drawn[context.fillStyle] ?? 0) + 1;
    },
  };
  // Without `OffscreenCanvas`, `drawWaveform` uses only these members.
  drawWaveform(context as unknown as CanvasRenderingContext2D, scene, palette);
  return { drawn, context };
}

function sceneWith(showsRecording: boolean, playhead: WaveformScene["playhead"]): WaveformScene {
  const parts = layOutParts(showsRecording);
  const peaks = new Float32Array(100).fill(0.5);
  return {
    parts,
    originalBars: layOutBars(peaks, parts.original),
    recordingBars: parts.recording ? layOutBars(peaks, parts.recording) : [],
    gaps: [],
    playhead,
  };
}

describe("drawWaveform", () => {
  it("draws only the original while there is no recording", () => {
    expect(draw(sceneWith(false, undefined)).drawn).toEqual({ heard: 100 });
  });

  it("marks the played portion of the current audio", () => {
    expect(draw(sceneWith(true, { part: "recording", fraction: 0.25 })).drawn).toEqual({
      heard: 100,
      "said, played": 25,
      said: 75,
      head: 1,
    });
    expect(draw(sceneWith(true, { part: "original", fraction: 0.5 })).drawn).toMatchObject({
      "heard, played": 50,
      heard: 50,
      said: 100,
    });
  });

  it("draws ten dashes for each gap of a recording", () => {
    const scene = { ...sceneWith(true, undefined), gaps: [0, 0.5, 1] };
    const { drawn } = draw(scene);
    expect(drawn.gap).toBe(30);
    expect(drawn.said).toBe(100);
    expect(draw({ ...sceneWith(false, undefined), gaps: [0.5] }).drawn.gap).toBeUndefined();
  });

  it("marks a gap with a dashed line at its position", () => {
    const { context } = draw({ ...sceneWith(true, undefined), gaps: [0.5] });
    const dashes = context.rects.filter(({ colour }) => colour === "gap");
    // The recording has the pixels 780 to 1200, so its middle is at 990.
    expect(dashes.map(({ x, width }) => x + width / 2)).toEqual(dashes.map(() => 990));
    expect(dashes.slice(0, 2).map(({ y, height }) => [y, height])).toEqual([
      [0, 6],
      [12, 6],
    ]);
  });

  it("draws the playhead within the canvas at the end of the audio", () => {
    const { context } = draw(sceneWith(false, { part: "original", fraction: 1 }));
    expect(context.rects.at(-1)).toMatchObject({ colour: "head", x: 1_198, width: 2, y: 0, height: 120 });
  });

  it("draws no playhead for a missing recording", () => {
    expect(draw(sceneWith(false, { part: "recording", fraction: 0.5 })).drawn).toEqual({ heard: 100 });
  });

  it("draws the bars of the original again only after a change, such as of the bars or the canvas size", () => {
    let filled = 0;
    class CountingCanvas {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
      }
      getContext = () => ({
        setTransform: vi.fn(),
        fillRect: () => {
          filled += 1;
        },
      });
    }
    vi.stubGlobal("OffscreenCanvas", CountingCanvas);
    const context = {
      canvas: { width: 2_400, height: 240 },
      setTransform: vi.fn(),
      clearRect: vi.fn(),
      fillRect: vi.fn(),
      drawImage: vi.fn(),
    };
    const scene = sceneWith(false, undefined);
    const drawAt = (fraction: number, bars = scene.originalBars) =>
      drawWaveform(
        context as unknown as CanvasRenderingContext2D,
        { ...scene, originalBars: bars, playhead: { part: "original", fraction } },
        palette,
      );
    for (const fraction of [0.25, 0.5, 0.75]) drawAt(fraction);
    expect(filled).toBe(200);
    expect(context.drawImage.mock.calls.map(([, x, , width]) => [x, width]).slice(0, 2)).toEqual([
      [0, 600],
      [600, 1_800],
    ]);
    drawAt(0.75, [...scene.originalBars]);
    expect(filled).toBe(400);
    context.canvas.width = 1_200;
    drawAt(0.75);
    expect(filled).toBe(600);
    vi.unstubAllGlobals();
  });

  it("scales its drawing to the device pixels", () => {
    expect(draw(sceneWith(false, undefined)).context.setTransform).toHaveBeenCalledWith(2, 0, 0, 2, 0, 0);
  });
});

describe("fitCanvas", () => {
  it("sizes a canvas in device pixels, and returns true if the size changed", () => {
    const canvas = { clientWidth: 600.4, clientHeight: 60, width: 300, height: 150 };
    // `fitCanvas` uses only these members.
    const element = canvas as unknown as HTMLCanvasElement;
    expect(fitCanvas(element, 2)).toBe(true);
    expect([canvas.width, canvas.height]).toEqual([1_201, 120]);
    expect(fitCanvas(element, 2)).toBe(false);
    canvas.clientHeight = 61;
    expect(fitCanvas(element, 2)).toBe(true);
    expect(canvas.height).toBe(122);
  });

  it("keeps at least one pixel if the canvas has no size", () => {
    const canvas = { clientWidth: 0, clientHeight: 0, width: 300, height: 150 };
    fitCanvas(canvas as unknown as HTMLCanvasElement, 1);
    expect([canvas.width, canvas.height]).toEqual([1, 1]);
  });
});
