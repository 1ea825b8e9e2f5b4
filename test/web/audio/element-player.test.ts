import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { createAudioOutput } from "../../../web/src/audio/audio-output.ts";
import { createPlayer } from "../../../web/src/audio/element-player.ts";
import type { PlaybackListeners } from "../../../web/src/audio/player.ts";

/** As in a browser, setting `src` and calling `pause` fire their events in later tasks. */
class FakeElement extends EventTarget {
  duration = Number.NaN;
  currentTime = 0;
  paused = true;
  ended = false;
  error: unknown = null;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  refusal: DOMException | undefined;
  /** False if the metadata of the element never loads. */
  loads = true;
  plays = 0;
  loaded = 0;
  #src = "";

  set src(url: string) {
    this.#src = url;
    this.currentTime = 0;
    this.ended = false;
    this.playbackRate = this.defaultPlaybackRate;
    if (this.loads) setTimeout(() => this.#src === url && this.#tellMetadata());
  }

  get src() {
    return this.#src;
  }

  #tellMetadata() {
    this.duration = 10;
    this.dispatchEvent(new Event("loadedmetadata"));
  }

  async play() {
    this.plays += 1;
    this.paused = false;
    this.ended = false;
    if (this.refusal) {
      this.paused = true;
      throw this.refusal;
    }
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    setTimeout(() => this.dispatchEvent(new Event("pause")));
  }

  load() {
    this.loaded += 1;
  }

  removeAttribute(name: string) {
    if (name === "src") this.#src = "";
  }

  /** As in a browser, the end of the audio fires "pause" before "ended". */
  finish() {
    this.currentTime = this.duration;
    this.paused = true;
    this.ended = true;
    this.dispatchEvent(new Event("pause"));
    this.dispatchEvent(new Event("ended"));
  }
}

const sound = { data: new ArrayBuffer(8), type: "audio/mpeg" };
const urls = { made: 0, open: new Set<string>() };
let element = new FakeElement();
let frames: (() => void)[] = [];
const settle = () => vi.advanceTimersByTimeAsync(0);
const draw = () => {
  for (const run of frames.splice(0)) run();
};

function listening() {
  const told: unknown[] = [];
  const listeners: PlaybackListeners = {
    onProgress: ({ currentTime, duration }) => told.push([currentTime, duration]),
    onEnded: ({ endedAt }) => told.push({ ended: typeof endedAt }),
    onFailed: ({ code }) => told.push({ failed: code }),
  };
  return { told, listeners };
}

async function playing(manner = {}, outputOf?: typeof createAudioOutput) {
  const player = createPlayer(outputOf);
  const { told, listeners } = listening();
  const begun = player.play(sound, listeners, manner);
  await settle();
  expect(await begun).toBe("started");
  told.length = 0;
  return { player, told };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  element = new FakeElement();
  frames = [];
  Object.assign(urls, { made: 0, open: new Set<string>() });
  vi.stubGlobal("Audio", function audio() {
    return element;
  });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    urls.made += 1;
    urls.open.add(`blob:${urls.made}`);
    return `blob:${urls.made}`;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void urls.open.delete(url));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("playback", () => {
  it("has a duration when it has started, and reports its position every frame", async () => {
    const { player, told } = await playing();
    expect([player.duration, player.currentTime, element.preservesPitch]).toEqual([10, 0, true]);
    element.currentTime = 2;
    draw();
    element.currentTime = 3;
    draw();
    expect(told).toEqual([
      [2, 10],
      [3, 10],
    ]);
  });

  it("uses the given rate, and applies a change of the rate until it stops", async () => {
    const { player } = await playing({ rate: 0.8 });
    expect([element.playbackRate, element.defaultPlaybackRate]).toEqual([0.8, 0.8]);
    player.setRate(1.2);
    expect(element.playbackRate).toBe(1.2);
    player.stop();
    player.setRate(0.5);
    expect(element.playbackRate).toBe(1.2);
  });

  it("reports the end once, and releases its data", async () => {
    const { player, told } = await playing();
    element.finish();
    await settle();
    expect(told).toEqual([[10, 10], { ended: "number" }]);
    expect([player.duration, player.currentTime, urls.open.size, element.src]).toEqual([0, 0, 0, ""]);
    expect(element.loaded).toBe(1);
    draw();
    expect(told).toHaveLength(2);
  });

  it("reports nothing after a stop, and releases its data", async () => {
    const { player, told } = await playing();
    player.stop();
    await settle();
    draw();
    element.dispatchEvent(new Event("ended"));
    expect([told, urls.open.size, element.paused]).toEqual([[], 0, true]);
  });

  it("is superseded by later playback, even before its own start", async () => {
    const player = createPlayer();
    const first = player.play(sound);
    const second = player.play(sound);
    await settle();
    expect([await first, await second]).toEqual(["superseded", "started"]);
    const third = player.play(sound);
    await settle();
    expect([await third, urls.open.size]).toEqual(["started", 1]);
  });

  it("seeks to a fraction of the duration, and reports the position at once", async () => {
    const { player, told } = await playing();
    player.seek(0.25);
    player.seek(2);
    player.seek(-1);
    expect(told).toEqual([
      [2.5, 10],
      [10, 10],
      [0, 10],
    ]);
    player.stop();
    player.seek(0.5);
    expect(told).toHaveLength(3);
  });
});

describe("a loop", () => {
  const loop = { from: 0.2, to: 0.4 };

  it("restarts at its end, and limits a seek to its range", async () => {
    const { player } = await playing({ loop });
    draw();
    expect(element.currentTime).toBe(2);
    element.currentTime = 4.1;
    draw();
    expect(element.currentTime).toBe(2);
    player.seek(0.9);
    expect(element.currentTime).toBe(4);
  });

  it("restarts at its end even if no frames are drawn", async () => {
    await playing({ loop });
    element.currentTime = 5;
    element.dispatchEvent(new Event("timeupdate"));
    expect(element.currentTime).toBe(2);
  });

  it("restarts at the end of the audio if the loop includes that end", async () => {
    const { told } = await playing({ loop: { from: 0.5, to: 1 } });
    const before = element.plays;
    element.finish();
    await settle();
    expect([element.currentTime, element.plays, told]).toEqual([5, before + 1, []]);
  });

  it("can be set and removed during playback", async () => {
    const { player, told } = await playing();
    player.setLoop(loop);
    expect(element.currentTime).toBe(2);
    player.setLoop(null);
    element.currentTime = 9;
    draw();
    expect(element.currentTime).toBe(9);
    element.finish();
    expect(told.at(-1)).toEqual({ ended: "number" });
  });
});

describe("a pause", () => {
  it("preserves the position until playback resumes", async () => {
    const { player, told } = await playing();
    element.currentTime = 3;
    player.pause();
    await settle();
    draw();
    expect([element.paused, told, player.currentTime], "the position is reported").toEqual([true, [[3, 10]], 3]);
    told.length = 0;
    expect(player.resume()).toBe(true);
    expect([element.paused, told]).toEqual([false, [[3, 10]]]);
  });

  it("cancels playback that has not started", async () => {
    const player = createPlayer();
    const begun = player.play(sound);
    player.pause();
    await settle();
    expect([await begun, player.resume(), urls.open.size]).toEqual(["superseded", false, 0]);
  });

  it("is followed by a failure report if the browser refuses to resume playback", async () => {
    const { player, told } = await playing();
    player.pause();
    element.refusal = new DOMException("told by the browser", "NotAllowedError");
    player.resume();
    await settle();
    expect(told.at(-1)).toEqual({ failed: "not-allowed" });
    expect(urls.open.size).toBe(0);
  });

  it("is followed by no failure report if it interrupts a resume", async () => {
    const { player, told } = await playing();
    player.pause();
    element.refusal = new DOMException("told by the browser", "AbortError");
    player.resume();
    player.pause();
    await settle();
    expect(told.filter((entry) => !Array.isArray(entry))).toEqual([]);
  });
});

describe("playback whose last sound is heard after the element's end event", () => {
  const lateMs = 200;
  let shut = 0;
  const lateOutput: typeof createAudioOutput = () => ({
    open: async () => undefined,
    suspend: () => {
      shut += 1;
    },
    lastHeardAt: () => performance.now() + lateMs,
    dispose: () => undefined,
  });
  const ended = { ended: "number" };
  beforeEach(() => {
    shut = 0;
  });

  it("reports its end when the last sound is heard", async () => {
    const { told } = await playing({}, lateOutput);
    element.finish();
    await vi.advanceTimersByTimeAsync(lateMs - 20);
    expect([told, shut]).toEqual([[[10, 10]], 0]);
    await vi.advanceTimersByTimeAsync(21);
    expect([told, shut]).toEqual([[[10, 10], ended], 1]);
  });

  it("reports the time at which the last sound is heard", async () => {
    const player = createPlayer(lateOutput);
    const endedAt: number[] = [];
    const begun = player.play(sound, { onEnded: (end) => endedAt.push(end.endedAt) });
    await settle();
    await begun;
    const finishedAt = performance.now();
    element.finish();
    await vi.advanceTimersByTimeAsync(lateMs + 1);
    expect(endedAt).toHaveLength(1);
    expect(endedAt[0]).toBeGreaterThanOrEqual(finishedAt + lateMs);
    expect(endedAt[0]).toBeLessThan(performance.now() + lateMs);
  });

  it("delays the report of its end while it is paused", async () => {
    const { player, told } = await playing({}, lateOutput);
    element.finish();
    player.pause();
    player.seek(0.5);
    await vi.advanceTimersByTimeAsync(5 * lateMs);
    expect([told, element.currentTime]).toEqual([[[10, 10]], 10]);
    expect(player.resume()).toBe(true);
    await vi.advanceTimersByTimeAsync(lateMs + 1);
    expect([told.at(-1), element.plays]).toEqual([ended, 1]);
  });

  it("reports no end after it is superseded", async () => {
    const { player, told } = await playing({}, lateOutput);
    element.finish();
    void player.play(sound);
    await vi.advanceTimersByTimeAsync(lateMs + 1);
    expect(told).toEqual([[10, 10]]);
  });
});

describe("playback that fails", () => {
  it("is refused at once if the audio has no data", async () => {
    const player = createPlayer();
    await expect(player.play({ ...sound, data: new ArrayBuffer(0) })).rejects.toMatchObject({
      ...{ name: "PlayerError", code: "empty" },
    });
    expect(urls.made).toBe(0);
  });

  it.each([
    ["NotAllowedError", "not-allowed"],
    ["AbortError", "interrupted"],
    ["NotSupportedError", "undecodable"],
  ])("with the browser's error %s is refused with the code %s", async (name, code) => {
    element.refusal = new DOMException("told by the browser", name);
    await expect(createPlayer().play(sound)).rejects.toMatchObject({ code });
    expect(urls.open.size).toBe(0);
  });

  it("is refused if the duration is unknown after five seconds", async () => {
    element.loads = false;
    const refused = vi.fn();
    void createPlayer().play(sound).catch(refused);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: "undecodable" }));
  });

  it("is reported once after an error of the audio element", async () => {
    const { told } = await playing();
    element.error = { code: 3 };
    element.dispatchEvent(new Event("error"));
    element.dispatchEvent(new Event("error"));
    expect(told).toEqual([{ failed: "undecodable" }]);
  });

  it("is reported as interrupted if the system pauses it", async () => {
    const { told } = await playing();
    element.pause();
    await settle();
    expect(told).toEqual([{ failed: "interrupted" }]);
  });
});

it("the player starts no playback after it is disposed", async () => {
  const { player, told } = await playing();
  player.dispose();
  expect(await player.play(sound)).toBe("superseded");
  element.dispatchEvent(new Event("ended"));
  expect([told, urls.open.size, element.plays]).toEqual([[], 0, 1]);
});
