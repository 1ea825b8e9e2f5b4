import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";

/** `fraction` is 0 to 1. `duration` is in seconds, and 0 while unknown. */
export type Playhead = { audio: PracticeAudio | null; fraction: number; duration: number };

export const idlePlayhead: Playhead = { audio: null, fraction: 0, duration: 0 };
