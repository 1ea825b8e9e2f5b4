import { useState } from "react";
import {
  type Activity,
  currentSegment,
  type Practice,
  type PracticeAudio,
  phaseOf,
} from "../../../../../domain/practice/practice.ts";
import type { AudioState } from "../../content/loaded-audio.ts";

/** A control that can be the one to use now. */
export type ProminentControl = PracticeAudio | "finish-attempt" | "next";

/** Whether an original will not come, however often it is asked for. */
function isUnavailable(original: AudioState): boolean {
  return original === "missing" || original === "empty" || original === "malformed";
}

/**
 * What matters now, and so is filled: to listen, to finish, to compare, to go on. While something plays nothing is but to
 * be listened to.
 * @param isCompared whether the take or the reference was heard since the take was made
 */
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

/** Which voice is in use now: it speaks, is held, or is about to. */
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

/** Whether the present take or its reference has been heard in this visit. */
export function useHasCompared(practice: Practice): boolean {
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set());
  const { index, activity } = practice;
  const { currentRecording } = currentSegment(practice);
  const key = `${index} ${currentRecording}`;
  const isComparing = currentRecording !== null && activity.kind === "playing" && activity.audio !== "original";
  if (isComparing && !compared.has(key)) setCompared(new Set([...compared, key]));
  return compared.has(key);
}
