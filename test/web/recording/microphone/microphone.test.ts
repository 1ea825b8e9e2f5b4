import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chosenMicrophone } from "../../../../web/src/features/recording/microphone/chosen-microphone.ts";
import { openMicrophone } from "../../../../web/src/features/recording/microphone/internal/microphone.ts";
import { microphoneDenied } from "../../../../web/src/features/recording/microphone/microphone-permission.ts";
import { FakeAudioContext, FakeWorkletNode } from "../../audio/fake-audio-context.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";

class FakeTrack extends EventTarget {
  readyState = "live";
  muted = false;
  settings: MediaTrackSettings & { latency?: number } = { deviceId: "desk-1" };

  getSettings() {
    return this.settings;
  }

  stop() {
    this.readyState = "ended";
  }
}

/** Simulates a browser that captures by audio worklet, as Firefox and Safari do. */
function browserWithWorklets() {
  const contexts: FakeAudioContext[] = [];
  const nodes: FakeWorkletNode[] = [];
  const track = new FakeTrack();
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const devices = Object.assign(new EventTarget(), {
    attached: ["desk-1"],
    wanted: [] as unknown[],
    getUserMedia: async (wanted: unknown): Promise<unknown> => {
      devices.wanted.push(wanted);
      return stream;
    },
    enumerateDevices: async () => devices.attached.map((deviceId) => ({ deviceId, kind: "audioinput", label: "" })),
  });
  vi.stubGlobal("navigator", { mediaDevices: devices });
  vi.stubGlobal(
    "AudioContext",
    class extends FakeAudioContext {
      constructor(options: unknown) {
        super(options);
        contexts.push(this);
      }
    },
  );
  vi.stubGlobal(
    "AudioWorkletNode",
    class extends FakeWorkletNode {
      constructor() {
        super();
        nodes.push(this);
      }
    },
  );
  return { contexts, nodes, track, stream, devices };
}

let browser = browserWithWorklets();
const onMessage = vi.fn();
const onSilenced = vi.fn();
const settle = () => vi.advanceTimersByTimeAsync(0);

async function open() {
  const opening = openMicrophone({ onMessage, onSilenced });
  await settle();
  const microphone = await opening;
  const { contexts, nodes } = browser;
  const [context, node] = [contexts.at(-1), nodes.at(-1)];
  if (!context || !node) throw new Error("A microphone has a context and a node");
  return { microphone, context, node };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", memoryStorage());
  browser = browserWithWorklets();
  chosenMicrophone.set(null);
  onMessage.mockReset();
  onSilenced.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an open microphone", () => {
  it("connects its stream through the worklet to the destination", async () => {
    const { context, node, microphone } = await open();
    expect(context.modules).toHaveLength(1);
    expect(context.sources[0]?.stream).toBe(browser.stream);
    expect(context.sources[0]?.connections).toEqual([node]);
    expect(node.connections).toEqual([context.destination]);
    expect(microphone.settings).toEqual({ deviceId: "desk-1" });
    expect(microphone.isLive()).toBe(true);
    expect(onSilenced).not.toHaveBeenCalled();
  });

  it("passes on the worklet's messages about recordings", async () => {
    const { node } = await open();
    const block = { type: "block", recordingId: 1, arrivedAt: 5, samples: new Float32Array(2), losses: [] };
    node.say(block);
    node.say({ type: "stopped", recordingId: 1 });
    node.say({ type: "closed" });
    await settle();
    expect(onMessage.mock.calls).toEqual([[block], [{ type: "stopped", recordingId: 1 }]]);
  });

  it("sends start times, and end times plus 200 ms, to the worklet in ms since 1970", async () => {
    const { node, microphone } = await open();
    const lead = Date.now() - performance.now();
    microphone.startRecording(1);
    microphone.startRecording(2, 1_000);
    microphone.stopRecording(2);
    microphone.stopRecording(2, 3_000);
    expect(node.sent).toEqual([
      { type: "start", recordingId: 1 },
      { type: "start", recordingId: 2, since: 1_000 + lead },
      { type: "stop", recordingId: 2 },
      { type: "stop", recordingId: 2, until: 3_200 + lead },
    ]);
    expect(microphone.toPerformanceTime(4_000 + lead)).toBe(4_000);
  });

  it.each([
    [0.05, 250],
    [0.2, 400],
    [3, 500],
  ])("with a device latency of %d s adds %d ms to the end time of a recording", async (latency, way) => {
    browser.track.settings = { deviceId: "desk-1", latency };
    const { node, microphone } = await open();
    microphone.stopRecording(1, 1_000);
    const [{ until }] = node.sent as [{ until: number }];
    expect(Math.round(until - 1_000 - (Date.now() - performance.now()))).toBe(way);
  });

  it("requests echo cancellation only with speakers", async () => {
    await open();
    await openMicrophone({ onMessage, onSilenced }, "speakers");
    const always = { noiseSuppression: false, autoGainControl: true, channelCount: 1 };
    expect(browser.devices.wanted).toEqual([
      { audio: { echoCancellation: false, ...always } },
      { audio: { echoCancellation: true, ...always } },
    ]);
  });

  it("is no longer live after another microphone is chosen", async () => {
    const { microphone } = await open();
    expect(microphone.isLive()).toBe(true);
    chosenMicrophone.set({ id: "head-1", label: "Headset" });
    expect(microphone.isLive()).toBe(false);
    expect(onSilenced).not.toHaveBeenCalled();
  });
});

describe("a loss of sound", () => {
  it.each(["interrupted", "suspended"] as const)(
    "is reported when the system changes the audio context's state to %s",
    async (state) => {
      const { microphone, context } = await open();
      context.become(state);
      expect(microphone.isLive()).toBe(false);
      await settle();
      expect(onSilenced).toHaveBeenCalledTimes(1);
    },
  );

  it("is not reported when the audio context's state becomes “running”", async () => {
    const { microphone, context } = await open();
    context.become("running");
    await settle();
    expect(microphone.isLive()).toBe(true);
    expect(onSilenced).not.toHaveBeenCalled();
  });

  it("is reported when the track ends or is muted", async () => {
    const { microphone } = await open();
    browser.track.muted = true;
    browser.track.dispatchEvent(new Event("mute"));
    expect(microphone.isLive()).toBe(false);
    browser.track.muted = false;
    browser.track.readyState = "ended";
    browser.track.dispatchEvent(new Event("ended"));
    expect(microphone.isLive()).toBe(false);
    expect(onSilenced).toHaveBeenCalledTimes(2);
  });

  it("is reported when the worklet fails", async () => {
    const { node } = await open();
    node.dispatchEvent(new Event("processorerror"));
    expect(onSilenced).toHaveBeenCalledTimes(1);
  });

  it("is reported when the device is unplugged", async () => {
    await open();
    browser.devices.attached = ["head-1"];
    browser.devices.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(onSilenced).toHaveBeenCalledTimes(1);
    expect(browser.track.readyState).toBe("ended");
  });

  it.each([
    ["another device is plugged in", () => Object.assign(browser.devices, { attached: ["desk-1", "head-1"] })],
    ["the browser does not report the device's id", () => Object.assign(browser.track, { settings: {} })],
    [
      "the browser does not list its devices",
      () => Object.assign(browser.devices, { enumerateDevices: () => Promise.reject(new Error("not told")) }),
    ],
  ])("is not reported after a device change if %s", async (_, change) => {
    const { microphone } = await open();
    change();
    browser.devices.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(onSilenced).not.toHaveBeenCalled();
    expect(microphone.isLive()).toBe(true);
  });
});

describe("resume()", () => {
  it("returns true without resuming an audio context that is running", async () => {
    const { microphone, context } = await open();
    const before = context.resumed;
    expect(await microphone.resume()).toBe(true);
    expect(context.resumed).toBe(before);
  });

  it("returns true if the system allows the resumption", async () => {
    const { microphone, context } = await open();
    context.become("suspended");
    expect(await microphone.resume()).toBe(true);
    expect(microphone.isLive()).toBe(true);
  });

  it.each(["suspended", "refused"] as const)(
    "returns false if the resumption of the audio context ends as “%s”",
    async (resumption) => {
      const { microphone, context } = await open();
      context.become("interrupted");
      context.resumption = resumption;
      expect(await microphone.resume()).toBe(false);
      expect(microphone.isLive()).toBe(false);
    },
  );

  it("returns false after a second if the browser never responds", async () => {
    const { microphone, context } = await open();
    context.become("interrupted");
    context.resumption = "stuck";
    const answers: boolean[] = [];
    void microphone.resume().then((answer) => answers.push(answer));
    await vi.advanceTimersByTimeAsync(999);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([false]);
  });
});

it("openMicrophone sets microphoneDenied to false when a microphone opens", async () => {
  microphoneDenied.set(true);
  await open();
  expect(microphoneDenied.get()).toBe(false);
});

describe("closing the microphone", () => {
  it("ends the track at once, and the audio context after the worklet", async () => {
    const { microphone, context, node } = await open();
    microphone.close();
    expect(browser.track.readyState).toBe("ended");
    expect(node.sent).toEqual([{ type: "close" }]);
    expect([context.closed, context.sources[0]?.connections]).toEqual([0, []]);
    await settle();
    expect([context.closed, node.connections, node.port.onmessage]).toEqual([1, [], null]);
    microphone.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([context.closed, node.sent.length]).toEqual([1, 1]);
  });

  it("waits at most half a second for a worklet that does not respond", async () => {
    const { microphone, context, node } = await open();
    node.answers = false;
    microphone.close();
    await vi.advanceTimersByTimeAsync(499);
    expect(context.closed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(context.closed).toBe(1);
  });

  it("prevents later reports of a loss of sound", async () => {
    const { microphone, context, node } = await open();
    microphone.close();
    browser.track.dispatchEvent(new Event("ended"));
    node.dispatchEvent(new Event("processorerror"));
    context.become("suspended");
    browser.devices.attached = [];
    browser.devices.dispatchEvent(new Event("devicechange"));
    await settle();
    expect(onSilenced).not.toHaveBeenCalled();
  });

  it("does not close an audio context that the browser has closed", async () => {
    const { microphone, context } = await open();
    context.state = "closed";
    microphone.close();
    await settle();
    expect(context.closed).toBe(0);
  });
});

describe("a microphone that cannot be opened", () => {
  it("ends its track and closes its context if the worklet fails to load", async () => {
    const opening = openMicrophone({ onMessage, onSilenced });
    const [context] = browser.contexts;
    if (context) context.moduleError = new Error("not found");
    await expect(opening).rejects.toMatchObject({ name: "RecorderError", code: "unsupported" });
    expect([browser.track.readyState, context?.closed]).toEqual(["ended", 1]);
  });

  it.each([
    ["NotAllowedError", "denied", true],
    ["NotFoundError", "no-microphone", false],
    ["NotReadableError", "busy", false],
  ])("is reported as “$1” after $0, and microphoneDenied is then $2", async (name, code, denied) => {
    microphoneDenied.set(false);
    browser.devices.getUserMedia = () => Promise.reject(new DOMException("told by the browser", name));
    await expect(openMicrophone({ onMessage, onSilenced })).rejects.toMatchObject({ code });
    expect(microphoneDenied.get()).toBe(denied);
    expect(browser.contexts.map(({ closed }) => closed)).toEqual([1]);
  });

  it("is reported as unsupported, and is not requested, if the browser refuses an audio context", async () => {
    vi.stubGlobal(
      "AudioContext",
      class {
        constructor() {
          throw new DOMException("too many contexts", "NotSupportedError");
        }
      },
    );
    const request = vi.spyOn(browser.devices, "getUserMedia");
    await expect(openMicrophone({ onMessage, onSilenced })).rejects.toMatchObject({
      ...{ name: "RecorderError", code: "unsupported" },
    });
    expect(request).not.toHaveBeenCalled();
  });

  it("is reported as missing if the stream has no audio track", async () => {
    browser.stream.getAudioTracks = () => [];
    await expect(openMicrophone({ onMessage, onSilenced })).rejects.toMatchObject({ code: "no-microphone" });
    expect(browser.track.readyState).toBe("ended");
  });

  it("is reported as unsupported in a browser without media devices or audio worklets", async () => {
    vi.stubGlobal("navigator", {});
    await expect(openMicrophone({ onMessage, onSilenced })).rejects.toMatchObject({ code: "unsupported" });
    vi.unstubAllGlobals();
    vi.stubGlobal("navigator", { mediaDevices: browser.devices });
    await expect(openMicrophone({ onMessage, onSilenced })).rejects.toMatchObject({ code: "unsupported" });
    expect(browser.contexts).toEqual([]);
  });
});
