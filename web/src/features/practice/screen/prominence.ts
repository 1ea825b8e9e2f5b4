import {
  type Activity,
  currentSegment,
  type Practice,
  type PracticeAudio,
  phaseOf,
} from "../../../../../domain/practice/practice.ts";
import type { AudioState } from "../../content/loaded-audio.ts";
import { useOnceTrue } from "./use-once-true.ts";

export type ProminentControl = PracticeAudio | "finish-attempt" | "next";

/** In these states, another load would probably fail too. */
export function isUnavailable(original: AudioState): boolean {
  return original === "missing" || original === "empty" || original === "malformed";
}

export function prominentControls(
  practice: Practice,
  original: AudioState,
  isCompared: boolean,
): readonly ProminentControl[] {
  const { kind } = practice.activity;
  if (kind === "playing") return [];
  switch (phaseOf(practice)) {
    case "idle":
    case "playing-original":
      return [isUnavailable(original) ? "next" : "original"];
    case "recording":
    case "processing":
      return ["finish-attempt"];
    case "recorded":
      return isCompared ? ["next"] : ["own", "translation"];
  }
}

export function audioInUse(activity: Activity): PracticeAudio | null {
  switch (activity.kind) {
    case "quiet":
      return null;
    case "playing":
      return activity.audio;
    case "paused":
    case "restarting":
      return "original";
    case "recording":
    case "processing":
      return "own";
  }
}

export function useHasCompared(practice: Practice): boolean {
  const { index, activity } = practice;
  const { currentRecording } = currentSegment(practice);
  const isComparing = currentRecording !== null && activity.kind === "playing" && activity.audio !== "original";
  return useOnceTrue(`${index} ${currentRecording}`, isComparing);
}
