import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PlaybackListeners } from "../../../../web/src/audio/player.ts";
import { chosenMicrophone } from "../../../../web/src/features/recording/microphone/chosen-microphone.ts";
import type { CaptureListeners } from "../../../../web/src/features/recording/microphone/internal/capture.ts";
import type { Microphone } from "../../../../web/src/features/recording/microphone/internal/microphone.ts";
import {
  createMicrophoneCheck,
  sampleSeconds,
} from "../../../../web/src/features/recording/microphone/microphone-check.ts";
import { RecorderError } from "../../../../web/src/features/recording/microphone/recorder-error.ts";

const sampleRate = 24_000;

function withFakes({
  lowersPlayback = false,
  settings = {},
}: {
  lowersPlayback?: boolean;
  settings?: MediaTrackSettings;
} = {}) {
  const granted: { listeners: CaptureListeners; close: ReturnType<typeof vi.fn> }[] = [];
  const refusals: RecorderError[] = [];
  const open = async (listeners: CaptureListeners): Promise<Microphone> => {
    await Promise.resolve();
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const close = vi.fn();
    granted.push({ listeners, close });
    return {
      settings,
      isLive: () => true,
      resume: async () => true,
      startRecording: () => undefined,
      stopRecording: () => undefined,
      toPerformanceTime: (arrivedAt) => arrivedAt,
      close,
    };
  };
  let playing: PlaybackListeners | undefined;
  const player = {
    play: vi.fn(async (_sound: unknown, listeners?: PlaybackListeners) => {
      playing = listeners;
      return "started" as const;
    }),
    stop: vi.fn(),
    seek: () => undefined,
    setRate: () => undefined,
    currentTime: 0,
    duration: 0,
    dispose: vi.fn(),
  };
  const check = createMicrophoneCheck({ open, player, lowersPlayback });
  const hear = (peak: number, seconds = 0.02) =>
    granted.at(-1)?.listeners.onMessage({
      type: "block",
      recordingId: 1,
      arrivedAt: 0,
      samples: new Float32Array(sampleRate * seconds).fill(peak),
      losses: [],
    });
  return { check, granted, refusals, player, hear, endPlaying: () => playing?.onEnded?.({ endedAt: 0 }) };
}

/** Loses the microphone after a sample was recorded. */
async function withLostMicrophone() {
  const fakes = withFakes();
  await fakes.check.turnOn();
  await fakes.check.record();
  fakes.hear(0.5);
  fakes.check.finish();
  fakes.granted[0]?.listeners.onSilenced();
  return fakes;
}

beforeEach(() => {
  vi.stubGlobal("navigator", {
    mediaDevices: {
      enumerateDevices: async () => [
        { kind: "audioinput", deviceId: "default", label: "Default" },
        { kind: "audioinput", deviceId: "1", label: "Headset" },
        { kind: "audiooutput", deviceId: "2", label: "Speakers" },
        { kind: "audioinput", deviceId: "3", label: "" },
      ],
    },
  });
  chosenMicrophone.set(null);
  return () => vi.unstubAllGlobals();
});

describe("a microphone check", () => {
  test("opens the microphone only after the check is turned on", async () => {
    const { check, granted, hear } = withFakes();
    expect(granted).toEqual([]);
    await check.turnOn();
    expect(granted).toHaveLength(1);
    expect(check.state.get()).toEqual({ kind: "listening" });
    expect(check.devices.get()).toEqual([
      { id: "1", label: "Headset" },
      { id: "3", label: "Microphone 2" },
    ]);
    hear(0.5);
    expect(check.level.get()).toBe(0.5);
  });

  test("records at most a few seconds and plays the sample", async () => {
    const { check, hear, player, endPlaying } = withFakes();
    await check.turnOn();
    await check.record();
    hear(0.5, sampleSeconds / 2);
    expect(check.state.get()).toEqual({ kind: "recording" });
    hear(0.5, sampleSeconds / 2);
    expect(check.state.get()).toEqual({ kind: "listening" });
    expect(check.sample.get()?.durationSeconds).toBeCloseTo(sampleSeconds, 3);
    expect(await check.playSample()).toBe(true);
    expect(check.state.get()).toEqual({ kind: "playing" });
    expect(player.play).toHaveBeenCalledOnce();
    endPlaying();
    expect(check.state.get()).toEqual({ kind: "listening" });
  });

  test("ends a recording only after the first sound has arrived", async () => {
    const { check, hear } = withFakes();
    await check.turnOn();
    await check.record();
    check.finish();
    expect(check.state.get()).toEqual({ kind: "recording" });
    hear(0.5);
    expect(check.state.get()).toEqual({ kind: "listening" });
    expect(check.sample.get()?.durationSeconds).toBeCloseTo(0.02, 3);
    await check.record();
    hear(0.5);
    expect(check.state.get()).toEqual({ kind: "recording" });
  });

  test("closes the microphone before playback on devices that lower the volume while a microphone is open", async () => {
    const { check, granted, hear, endPlaying } = withFakes({ lowersPlayback: true });
    await check.turnOn();
    await check.record();
    hear(0.5);
    check.finish();
    const playing = check.playSample();
    expect(granted[0]?.close).toHaveBeenCalled();
    await playing;
    endPlaying();
    expect(check.state.get()).toEqual({ kind: "off" });
  });

  test("reopens a microphone that playback closed, for a new sample while the former one plays", async () => {
    const { check, granted, player, hear } = withFakes({ lowersPlayback: true });
    await check.turnOn();
    await check.record();
    hear(0.5);
    check.finish();
    await check.playSample();
    player.stop.mockClear();
    await check.record();
    expect([granted.length, check.state.get()]).toEqual([2, { kind: "recording" }]);
    expect(player.stop).toHaveBeenCalled();
  });

  test("closes the open microphone when another microphone is chosen", async () => {
    const { check, granted } = withFakes();
    await check.turnOn();
    await check.choose({ id: "1", label: "Headset" });
    expect(granted).toHaveLength(2);
    expect(granted[0]?.close).toHaveBeenCalled();
    expect(granted[1]?.close).not.toHaveBeenCalled();
    expect(chosenMicrophone.get()).toEqual({ id: "1", label: "Headset" });
  });

  test("reports why the microphone fails, and can be retried", async () => {
    const { check, refusals } = withFakes();
    refusals.push(new RecorderError("busy"));
    await check.turnOn();
    expect(check.state.get()).toEqual({ kind: "failed", code: "busy" });
    await check.turnOn();
    expect(check.state.get()).toEqual({ kind: "listening" });
  });

  test("reports and closes a microphone that is lost", async () => {
    const { check, granted } = withFakes();
    await check.turnOn();
    granted[0]?.listeners.onSilenced();
    expect(check.state.get()).toEqual({ kind: "failed", code: "lost" });
    expect(granted[0]?.close).toHaveBeenCalled();
  });

  test("still reports a lost microphone after its sample was played", async () => {
    const { check, endPlaying } = await withLostMicrophone();
    expect(await check.playSample()).toBe(true);
    endPlaying();
    expect(check.state.get()).toEqual({ kind: "failed", code: "lost" });
  });

  test("still waits for the microphone after its sample was played", async () => {
    const { check, endPlaying } = await withLostMicrophone();
    const turningOn = check.turnOn();
    const playing = check.playSample();
    endPlaying();
    expect(check.state.get()).toEqual({ kind: "opening" });
    await Promise.all([turningOn, playing]);
    expect(check.state.get()).toEqual({ kind: "listening" });
  });

  test("does not report a refusal that arrives after a retry", async () => {
    const { check, refusals } = withFakes();
    refusals.push(new RecorderError("busy"));
    const [first, second] = [check.turnOn(), check.turnOn()];
    await Promise.all([first, second]);
    expect(check.state.get()).toEqual({ kind: "listening" });
  });

  test("closes a microphone that is granted after the check was left", async () => {
    const { check, granted, player } = withFakes();
    const turningOn = check.turnOn();
    check.dispose();
    await turningOn;
    expect(granted[0]?.close).toHaveBeenCalledOnce();
    expect(player.dispose).toHaveBeenCalledOnce();
  });
});

test.each([
  [{ echoCancellation: true }, true],
  [{ echoCancellation: false }, false],
  [{}, false],
])("with the settings %j, the check reports echo cancellation as %s", async (settings, cancelled) => {
  const { check } = withFakes({ settings });
  expect(check.cancelsEcho.get()).toBeNull();
  await check.turnOn();
  expect(check.cancelsEcho.get()).toBe(cancelled);
  check.dispose();
  expect(check.cancelsEcho.get()).toBeNull();
});
