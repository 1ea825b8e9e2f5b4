// A "share" consists of the recordings of a dialogue or of an exam attempt that a learner shows to others.

export const defaultShareDays = 14;
export const maxShareDays = 30;

/** `bytes` is for the recordings of all live shares together. */
export type ShareAllowance = { links: number; bytes: number };
export const shareAllowances = {
  free: { links: 3, bytes: 20_000_000 },
  paid: { links: 20, bytes: 200_000_000 },
} as const satisfies Record<string, ShareAllowance>;

export const maxGuestsPerShare = 10;
/** Comments of all guests together. */
export const maxCommentsPerShare = 200;
/** Comments with a recorded voice, of all guests together. */
export const maxVoiceCommentsPerShare = 20;
export const maxQuestionLength = 500;
export const maxCommentLength = 1000;
export const maxPersonNameLength = 60;
export const maxReportLength = 500;

/** Per share. Enough for an exam of two dialogues with `maxSegments` each. */
export const maxSharedRecordings = 120;
/** Per recording. */
export const maxSharedSeconds = 600;
export const maxVoiceSeconds = 60;

/** Why: docs/decisions/0153-share-recordings-as-mp3.md */
export const sharedKbps = 32;
const bytesPerSecond = (sharedKbps * 1000) / 8;
/** Space for frames that the encoder adds. */
const paddingBytes = 8_000;

export const maxSharedRecordingBytes = maxSharedSeconds * bytesPerSecond + paddingBytes;
export const maxVoiceBytes = maxVoiceSeconds * bytesPerSecond + paddingBytes;

export const sharedAudioType = "audio/mpeg";

export const maxFormsPerRequest = 20;
export const uploadFormSeconds = 300;
/** Lifetime of the signed URLs of a share. */
export const sharedAddressSeconds = 300;

/** Per teacher. */
export const maxSavedComments = 50;
/** Per learner. */
export const maxTeachers = 20;
/** Per teacher. */
export const maxLearnersOfTeacher = 500;

/** Comments expire this many days after their link. */
export const commentDays = 365;
