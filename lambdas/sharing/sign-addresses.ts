import type { SharedRecording } from "../../domain/sharing/share.ts";
import type { OwnComment } from "../../domain/sharing/share-comment.ts";
import { recordingKey, type SharedAudio, voiceKey } from "../files/shared-audio.ts";
import { hasReceivedVoice, hasRefusedVoice, type StoredComment } from "../store/share-comments.ts";
import { placeKey, type StoredShare } from "../store/share-rows.ts";

type Signer = Pick<SharedAudio, "signAddress">;

/** Must be called only while the share's audio exists. */
export function signRecordings(
  { share_id, recordings, received }: StoredShare,
  audio: Signer,
): Promise<(SharedRecording & { url: string | null })[]> {
  return Promise.all(
    recordings.map(async (recording) => {
      const hasArrived = received[placeKey(recording)] === "received";
      return { ...recording, url: hasArrived ? await audio.signAddress(recordingKey(share_id, recording)) : null };
    }),
  );
}

export async function signVoice(
  shareId: string,
  comment: StoredComment,
  isLive: boolean,
  audio: Signer,
): Promise<Omit<StoredComment, "received_voice" | "refused_voice"> & { voice_url: string | null }> {
  const { received_voice: _, refused_voice: __, ...rest } = comment;
  const { comment_id: id, voice } = comment;
  const isHeard = voice !== null && isLive && hasReceivedVoice(comment);
  return { ...rest, voice_url: isHeard ? await audio.signAddress(voiceKey(shareId, id, voice.recording_id)) : null };
}

/** Must be called only while the share's audio exists. */
export async function signOwnVoice(shareId: string, comment: StoredComment, audio: Signer): Promise<OwnComment> {
  return { ...(await signVoice(shareId, comment, true, audio)), is_voice_refused: hasRefusedVoice(comment) };
}
