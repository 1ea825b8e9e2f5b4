import * as z from "zod/mini";
import type { Player } from "../../../audio/player.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";
import { chosenMicrophone, listMicrophones, type MicrophoneDevice } from "./chosen-microphone.ts";
import type { CaptureListeners } from "./internal/capture.ts";
import type { CaptureMessage } from "./internal/capture-messages.ts";
import type { Microphone, openMicrophone } from "./internal/microphone.ts";
import { type RecorderErrorCode, toRecorderError } from "./recorder-error.ts";
import {
  createRecordingBuffer,
  type FinishedRecording,
  measureLevel,
  type RecordingBuffer,
} from "./recording-buffer.ts";

export const microphoneChecked = createLocalPreference(stored.microphoneChecked, z.boolean(), false);

export type MicrophoneCheckState =
  | { kind: "off" | "opening" | "listening" | "recording" | "playing" }
  | { kind: "failed"; code: RecorderErrorCode };

export const sampleSeconds = 4;

export type MicrophoneCheck = {
  state: Observable<MicrophoneCheckState>;
  /** The latest peak, as a share of full scale. */
  level: Observable<number>;
  devices: Observable<readonly MicrophoneDevice[]>;
  /** True if the browser reports echo cancellation; null while the microphone is not open. */
  cancelsEcho: Observable<boolean | null>;
  sample: Observable<FinishedRecording | null>;
  /** Call in a user gesture, because an audio context may otherwise stay suspended. */
  turnOn: () => Promise<void>;
  /** Also opens the microphone. Null chooses the system default. */
  choose: (device: MicrophoneDevice | null) => Promise<void>;
  /** Opens the microphone if it is closed. Call in a user gesture. */
  record: () => Promise<void>;
  finish: () => void;
  /** Resolves to false if there is no sample, or if playback fails to start. */
  playSample: () => Promise<boolean>;
  dispose: () => void;
};

export type MicrophoneCheckOptions = {
  open: typeof openMicrophone;
  player: Pick<Player, "play" | "stop" | "dispose">;
  /** True if an open microphone lowers playback, as on an iPhone. The microphone is then closed before playback. */
  lowersPlayback: boolean;
};

function stateAfterPlayback(before: MicrophoneCheckState, lowersPlayback: boolean): MicrophoneCheckState {
  if (before.kind === "failed") return before;
  if (lowersPlayback) return { kind: "off" };
  return before.kind === "opening" ? before : { kind: "listening" };
}

/** Only `turnOn`, `choose` and `record` request the microphone. */
export function createMicrophoneCheck({ open, player, lowersPlayback }: MicrophoneCheckOptions): MicrophoneCheck {
  const state = createObservable<MicrophoneCheckState>({ kind: "off" });
  const level = createObservable(0);
  const devices = createObservable<readonly MicrophoneDevice[]>([]);
  const cancelsEcho = createObservable<boolean | null>(null);
  const sample = createObservable<FinishedRecording | null>(null);
  let microphone: Microphone | undefined;
  let buffer: RecordingBuffer | undefined;
  let longestSeconds = sampleSeconds;
  let turn = 0;

  const close = () => {
    turn += 1;
    microphone?.close();
    microphone = undefined;
    buffer = undefined;
    player.stop();
    level.set(0);
    cancelsEcho.set(null);
  };
  const endIfLongEnough = () => {
    if (!buffer || buffer.durationSeconds() === 0 || buffer.durationSeconds() < longestSeconds) return;
    sample.set(buffer.toRecording(false));
    buffer = undefined;
    state.set({ kind: "listening" });
  };
  const finish = () => {
    // If no sound has arrived yet, the sample ends with its first block, because a sample must not be empty.
    longestSeconds = 0;
    endIfLongEnough();
  };
  const onMessage = (message: CaptureMessage) => {
    if (message.type !== "block") return;
    level.set(measureLevel(message.samples).peak);
    buffer?.add(message.samples, message.losses);
    endIfLongEnough();
  };
  const fail = (code: RecorderErrorCode) => {
    close();
    state.set({ kind: "failed", code });
  };

  const turnOn = async () => {
    close();
    const mine = turn;
    state.set({ kind: "opening" });
    const listeners: CaptureListeners = { onMessage, onSilenced: () => mine === turn && fail("lost") };
    try {
      const opened = await open(listeners);
      if (mine !== turn) return opened.close();
      microphone = opened;
      cancelsEcho.set(opened.settings.echoCancellation === true);
      opened.startRecording(1);
      state.set({ kind: "listening" });
      devices.set(await listMicrophones());
    } catch (reason) {
      if (mine === turn) fail(toRecorderError(reason).code);
    }
  };

  const hear = async () => {
    const recording = sample.get();
    if (!recording) return false;
    const before = state.get();
    if (lowersPlayback) close();
    const back = stateAfterPlayback(before, lowersPlayback);
    const end = () => state.get().kind === "playing" && state.set(back);
    state.set({ kind: "playing" });
    try {
      await player.play({ data: recording.wav, type: "audio/wav" }, { onEnded: end, onFailed: end });
      return true;
    } catch {
      end();
      return false;
    }
  };

  return {
    state,
    level,
    devices,
    cancelsEcho,
    sample,
    turnOn,
    choose: async (device) => {
      chosenMicrophone.set(device);
      sample.set(null);
      await turnOn();
    },
    record: async () => {
      // Playback of the sample may have closed the microphone.
      if (!microphone) await turnOn();
      if (!microphone) return;
      player.stop();
      buffer = createRecordingBuffer();
      longestSeconds = sampleSeconds;
      state.set({ kind: "recording" });
    },
    finish,
    playSample: hear,
    dispose: () => {
      close();
      player.dispose();
    },
  };
}
