import { useState } from "react";
import {
  type Activity,
  type Audio,
  currentSegment,
  type Practice,
  phaseOf,
} from "../../../../../domain/practice/practice.ts";
import type { SoundState } from "../../content/loaded-sound.ts";

/** A control that can be the one to use now. */
export type Prominent = Audio | "finish-attempt" | "next";

/** Whether an original will not come, however often it is asked for. */
function isGone(original: SoundState): boolean {
  return original === "missing" || original === "empty" || original === "malformed";
}

/**
 * What matters now, and so is filled: to listen, to finish, to compare, to go on. While something plays nothing is but to
 * be listened to.
 * @param isCompared whether the take or the reference was heard since the take was made
 */
export function prominentIn(practice: Practice, original: SoundState, isCompared: boolean): readonly Prominent[] {
  const { kind } = practice.activity;
  if (kind === "playing") return [];
  switch (phaseOf(practice)) {
    case "idle":
    case "playing-original":
      return [isGone(original) ? "next" : "original"];
    case "recording":
    case "processing":
      return ["finish-attempt"];
    case "recorded":
      return isCompared ? ["next"] : ["own", "translation"];
  }
}

/** Which voice is in use now: it speaks, is held, or is about to. */
export function voiceInUse(activity: Activity): Audio | null {
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
export function useCompared(practice: Practice): boolean {
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set());
  const { index, activity } = practice;
  const { take } = currentSegment(practice);
  const key = `${index} ${take}`;
  const isComparing = take !== null && activity.kind === "playing" && activity.audio !== "original";
  if (isComparing && !compared.has(key)) setCompared(new Set([...compared, key]));
  return compared.has(key);
}
