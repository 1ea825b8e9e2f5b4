/*
 * Limits of feedback by a link. A "share" is what a learner shows to others by one link: the recordings of a dialogue
 * or of an exam attempt.
 */

export const defaultShareDays = 14;
export const maxShareDays = 30;

/** Number of a learner's live links, and the total size of their recordings. */
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

/** Recordings of one share. An exam of two dialogues has at most as many segments (`maxSegments`). */
export const maxSharedRecordings = 120;
/** Longest recording that can be shared. */
export const maxSharedSeconds = 600;
export const maxVoiceSeconds = 60;

/** Bit rate of shared recordings and voice comments. Why: docs/decisions/0153-share-recordings-as-mp3.md */
export const sharedKbps = 32;
const bytesPerSecond = (sharedKbps * 1000) / 8;
/** Space for the padded frames at both ends of an MP3. */
const paddingBytes = 8_000;

export const maxSharedRecordingBytes = maxSharedSeconds * bytesPerSecond + paddingBytes;
export const maxVoiceBytes = maxVoiceSeconds * bytesPerSecond + paddingBytes;

/** The only type of shared audio. Every browser plays it. */
export const sharedAudioType = "audio/mpeg";

/** Upload forms that one request creates. Its response stays below 100 kB. */
export const maxFormsPerRequest = 20;
/** Lifetime of a form for an upload, in seconds. */
export const uploadFormSeconds = 300;
/** Lifetime of a signed URL of audio, in seconds. A revoked link plays nothing after this time. */
export const sharedAddressSeconds = 300;

/** A teacher's reusable comments. All are stored in one row. */
export const maxSavedComments = 50;
/** Maximum number of a learner's teachers, who see the learner's shares in their inbox. */
export const maxTeachers = 20;
/** Learners of one teacher. */
export const maxLearnersOfTeacher = 500;

/** Days for which comments are kept after the link has expired. */
export const commentDays = 365;
