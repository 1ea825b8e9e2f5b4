import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";

/**
 * What plays, and which part of it (0 to 1) has been heard; `audio` is null while nothing plays. `duration` is in seconds,
 * 0 while it is not known.
 */
export type Playhead = { audio: PracticeAudio | null; fraction: number; duration: number };

export const idlePlayhead: Playhead = { audio: null, fraction: 0, duration: 0 };
