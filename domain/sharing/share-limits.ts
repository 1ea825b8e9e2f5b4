/*
 * Limits of feedback by a link. A "share" consists of the recordings of a dialogue or of an exam attempt that a learner
 * shows to others by one link.
 */

export const defaultShareDays = 14;
export const maxShareDays = 30;

/** Maximum number of a learner's live links, and maximum total size of their recordings. */
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
/** In characters. */
export const maxQuestionLength = 500;
/** In characters. */
export const maxCommentLength = 1000;
/** In characters, for guests and for the learner who asks. */
export const maxPersonNameLength = 60;
/** In characters. */
export const maxReportLength = 500;

/** Per share. Enough for an exam of two dialogues with `maxSegments` each. */
export const maxSharedRecordings = 120;
/** Per recording. */
export const maxSharedSeconds = 600;
export const maxVoiceSeconds = 60;

/** Bit rate of shared recordings and voice comments. Why: docs/decisions/0153-share-recordings-as-mp3.md */
export const sharedKbps = 32;
const bytesPerSecond = (sharedKbps * 1000) / 8;
/** Space for the padded frames at both ends of an MP3. */
const paddingBytes = 8_000;

export const maxSharedRecordingBytes = maxSharedSeconds * bytesPerSecond + paddingBytes;
export const maxVoiceBytes = maxVoiceSeconds * bytesPerSecond + paddingBytes;

/** The only type of shared audio, because every browser plays it. */
export const sharedAudioType = "audio/mpeg";

/** Maximum number of upload forms in one response. Such a response has less than 100 kB. */
export const maxFormsPerRequest = 20;
/** Lifetime of an upload form, in seconds. */
export const uploadFormSeconds = 300;
/** Lifetime of a signed URL of audio, in seconds. After this time, a revoked link plays nothing. */
export const sharedAddressSeconds = 300;

/** Per teacher. */
export const maxSavedComments = 50;
/** Per learner. A learner's teachers get shares in their inbox. */
export const maxTeachers = 20;
/** Per teacher. */
export const maxLearnersOfTeacher = 500;

/** Comments are kept for this many days after the link has expired. */
export const commentDays = 365;
