import type { SharedRecording } from "../../domain/sharing/share.ts";
import { closedReason } from "../../domain/sharing/share-access.ts";
import { hasReceivedVoice, type ShareCommentStore } from "../store/share-comments.ts";
import type { ShareLinkStore } from "../store/share-links.ts";
import { placeKey, type ShareKey, type StoredShare } from "../store/share-rows.ts";
import type { ShareStore } from "../store/shares.ts";

type NamedAudio =
  | { kind: "recording"; shareId: string; place: Pick<SharedRecording, "dialogue" | "segment"> }
  | { kind: "voice"; shareId: string; commentId: string; recordingId: string };

/** `bytes` is null if the link has ended or expired. */
export type ExpectedAudio = {
  userId: string;
  shareId: string;
  bytes: number | null;
  isRecorded: boolean;
  record: (outcome: "received" | "refused") => Promise<unknown>;
};

export type ExpectedAudioServices = {
  shareComments: Pick<ShareCommentStore, "get" | "recordVoice">;
  shareLinks: Pick<ShareLinkStore, "findOwner">;
  shares: Pick<ShareStore, "get" | "recordUpload">;
};

/** Parses keys of `recordingKey` and `voiceKey`. */
function parseKey(key: string): NamedAudio | null {
  const [, shareId = "", dialogue, segment, commentId, recordingId] =
    /^([0-9a-f-]{36})\/(?:recording-(\d+)-(\d+)|voice-([0-9a-f-]{36})-([0-9a-f-]{36}))\.mp3$/.exec(key) ?? [];
  if (commentId !== undefined && recordingId !== undefined) return { kind: "voice", shareId, commentId, recordingId };
  if (dialogue === undefined || segment === undefined) return null;
  return { kind: "recording", shareId, place: { dialogue: Number(dialogue), segment: Number(segment) } };
}

function isOver({ state, link_expires_at }: StoredShare, now: Date): boolean {
  const reason = closedReason({ state, expires_at: link_expires_at }, now);
  return reason === "ended" || reason === "expired";
}

type Expectation = Pick<ExpectedAudio, "isRecorded" | "record"> & { bytes: number };

function expectRecording(
  key: ShareKey,
  share: StoredShare,
  { place }: Extract<NamedAudio, { kind: "recording" }>,
  { shares }: ExpectedAudioServices,
): Expectation | null {
  const recording = share.recordings.find((each) => placeKey(each) === placeKey(place));
  if (!recording) return null;
  return {
    bytes: recording.bytes,
    isRecorded: share.received[placeKey(place)] === "received",
    record: (outcome) => shares.recordUpload(key, place, outcome),
  };
}

async function expectVoice(
  key: ShareKey,
  { commentId, recordingId }: Extract<NamedAudio, { kind: "voice" }>,
  { shareComments }: ExpectedAudioServices,
): Promise<Expectation | null> {
  const comment = await shareComments.get(key, commentId);
  if (comment?.voice?.recording_id !== recordingId) return null;
  return {
    bytes: comment.voice.bytes,
    isRecorded: hasReceivedVoice(comment),
    record: (outcome) => shareComments.recordVoice(key, commentId, recordingId, outcome),
  };
}

export async function findExpectedAudio(
  objectKey: string,
  now: Date,
  services: ExpectedAudioServices,
): Promise<ExpectedAudio | null> {
  const named = parseKey(objectKey);
  const userId = named && (await services.shareLinks.findOwner(named.shareId));
  if (!named || !userId) return null;
  const key = { userId, shareId: named.shareId };
  const share = await services.shares.get(key);
  if (!share) return null;
  const found =
    named.kind === "recording" ? expectRecording(key, share, named, services) : await expectVoice(key, named, services);
  return found && { ...key, ...found, bytes: isOver(share, now) ? null : found.bytes };
}
