import { useSyncExternalStore } from "react";
import type { Practice, PracticePhase } from "../../../../../domain/practice/practice.ts";
import { phaseOf } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { AudioState } from "../../content/loaded-audio.ts";
import { microphoneDenied } from "../../recording/microphone/microphone-permission.ts";
import { gapsText } from "../../recording/recording-labels.ts";
import type { Studio } from "../studio/studio.ts";
import { shownGaps } from "./waveform-renderer.ts";

const cannotRecord = "Parlance could not use your microphone.";
const listeningOnly = `${cannotRecord} To record, choose More, then Microphone.`;
const listeningNow = `${cannotRecord} When the audio ends, choose More, then Microphone.`;

type StatusFacts = { isDenied: boolean; original: AudioState };

function statusText(phase: PracticePhase, practice: Practice, { isDenied, original }: StatusFacts): string {
  // If the original cannot be played, `AudioStatus` shows the reason.
  const canPlay = original === "loading" || original === "ready";
  const { activity, loop } = practice;
  if (activity.kind === "playing") {
    if (activity.audio === "own") return "Playing your recording.";
    if (activity.audio === "translation") return "Playing the reference.";
    if (phase === "recorded") return loop ? "Playing the original in a loop." : "Playing the original again.";
  }
  if (activity.kind === "paused") return "Paused. Press Play Audio to continue.";
  switch (phase) {
    case "idle":
      if (activity.kind === "restarting") return "Restarting the segment…";
      if (!canPlay) return "";
      return isDenied ? listeningOnly : "Press Play Audio, listen, then interpret aloud.";
    case "playing-original":
      return isDenied ? listeningNow : "Listen. When the speaker finishes, interpret aloud.";
    case "recording":
      return "Recording. Interpret now, then finish your attempt.";
    case "processing":
      return "Saving your recording…";
    case "recorded": {
      if (!canPlay) return "Recorded. Press Play Your Recording to hear it.";
      const missing = gapsText(shownGaps(practice).gaps);
      if (missing) return `${missing}. Restart to try again.`;
      return "Recorded. Compare your recording with the reference, or restart to try again.";
    }
  }
}

/** Announces nothing during a recording, so that a screen reader does not speak into it. */
export function PracticeStatus({ studio, practice }: { studio: Studio; practice: Practice }) {
  const { liveRecording } = studio;
  const isDeaf = useSyncExternalStore(liveRecording.blocks.subscribe, () => liveRecording.levelMonitor().isSilent);
  const phase = phaseOf(practice);
  const { original } = useObservable(studio.segmentAudio.states);
  const isDenied = useObservable(microphoneDenied);
  const text = statusText(phase, practice, { isDenied, original });
  const recording = phase === "recording";
  return (
    <p className="practice-status" data-phase={phase}>
      <span aria-hidden={!recording}>{recording && isDeaf ? "We cannot hear you. Check your microphone." : text}</span>
      <span className="visually-hidden" role="status">
        {recording ? "" : text}
      </span>
    </p>
  );
}
