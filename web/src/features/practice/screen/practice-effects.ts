import { useEffect } from "react";
import type { Practice } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { messages } from "../../../messages.ts";
import { dismissToast, showToast, silenceToasts } from "../../../ui/toasts.ts";
import { missingMicrophone } from "../../recording/microphone/chosen-microphone.ts";
import { stepPlaybackSpeed } from "../studio/playback-speed.ts";
import type { Studio } from "../studio/studio.ts";
import { moveLoopEndToPlayhead } from "./loop-part.ts";
import type { ShortcutActions } from "./practice-shortcuts.ts";

/** During a recording, screen readers announce a toast only if it reports a problem. */
export function useRecordingStartedToast(studio: Studio, recording: boolean): void {
  useEffect(() => {
    if (!recording) return;
    const speakAgain = silenceToasts();
    let shown: number | undefined;
    const stop = studio.liveRecording.blocks.subscribe(() => {
      stop();
      shown = showToast(messages.recordingStarted);
    });
    return () => {
      stop();
      speakAgain();
      if (shown !== undefined) dismissToast(shown);
    };
  }, [studio, recording]);
}

export function useMissingMicrophoneToast(): void {
  const missing = useObservable(missingMicrophone);
  useEffect(() => {
    if (missing) showToast(messages.microphoneMissing(missing.label));
  }, [missing]);
}

/** The practice state machine ignores events that it does not allow now. */
export function practiceActions(studio: Studio, { index, segments }: Practice): ShortcutActions {
  const { send, playbackSpeed } = studio;
  return {
    "play-original": () => send({ type: "play", audio: "original" }),
    "finish-attempt": () => send({ type: "finish-attempt" }),
    "play-own": () => send({ type: "play", audio: "own" }),
    "play-translation": () => send({ type: "play", audio: "translation" }),
    loop: () => send({ type: "toggle-loop" }),
    "loop-from": () => moveLoopEndToPlayhead(studio, "from"),
    "loop-to": () => moveLoopEndToPlayhead(studio, "to"),
    restart: () => send({ type: "ask-restart" }),
    slower: () => playbackSpeed.set(stepPlaybackSpeed(playbackSpeed.get(), -1)),
    faster: () => playbackSpeed.set(stepPlaybackSpeed(playbackSpeed.get(), 1)),
    previous: () => send({ type: "previous" }),
    next: () => send({ type: index === segments.length - 1 ? "finish" : "next" }),
  };
}
