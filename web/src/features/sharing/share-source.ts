import type { SharedDialogue, ShareSubject } from "../../../../domain/sharing/share.ts";
import type { EncodedAudio } from "../../audio/player.ts";

/** Positions count from 0. `load` resolves to null if the recording was deleted or cannot be read. */
export type ShareableRecording = {
  dialogue: number;
  segment: number;
  seconds: number;
  load: () => Promise<EncodedAudio | null>;
};

export type ShareSource = {
  subject: ShareSubject["kind"];
  /** Undefined for a dialogue. */
  attemptId?: string;
  /** True if the learner has marked the whole exam attempt. */
  hasMarks: boolean;
  dialogues: readonly SharedDialogue[];
  /** At most one for each segment. */
  recordings: readonly ShareableRecording[];
};
