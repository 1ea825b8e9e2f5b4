import { shareUrl } from "../../../../domain/sharing/link-token.ts";
import type { NewShare, Share } from "../../../../domain/sharing/share.ts";
import { maxSharedSeconds } from "../../../../domain/sharing/share-limits.ts";
import { ApiError, callApi } from "../../api.ts";
import { createMp3Encoder, type Mp3Encoder } from "../../audio/mp3-encoder.ts";
import { decodeWav } from "../../audio/wav.ts";
import type { QueuedUpload } from "./internal/upload-database.ts";
import type { ShareableRecording, ShareSource } from "./share-source.ts";
import { newLinkToken, rememberToken } from "./shares.ts";
import { addUploads, cancelUploads } from "./uploads.ts";

/** "storage-unrevoked": after a storage failure, the server did not confirm that the link has ended. */
export type ShareFailure = "missing" | "encoding" | "storage" | "storage-unrevoked";

export class SharePreparationError extends Error {
  readonly code: ShareFailure;

  constructor(code: ShareFailure, options?: ErrorOptions) {
    super(`The recordings cannot be shared: ${code}`, options);
    this.name = "SharePreparationError";
    this.code = code;
  }
}

type EncodedRecording = { dialogue: number; segment: number; seconds: number; data: ArrayBuffer };

async function encodeRecording(recording: ShareableRecording, encoder: Mp3Encoder): Promise<EncodedRecording> {
  const audio = await recording.load();
  const wav = audio && decodeWav(audio.data);
  if (!wav || wav.samples.length === 0) throw new SharePreparationError("missing");
  const samples = wav.samples.slice(0, maxSharedSeconds * wav.sampleRate);
  const seconds = samples.length / wav.sampleRate;
  const data = await encoder.encode(samples, wav.sampleRate).catch((cause: unknown) => {
    throw new SharePreparationError("encoding", { cause });
  });
  return { dialogue: recording.dialogue, segment: recording.segment, seconds, data };
}

type Preparation = {
  onProgress: (done: number) => void;
  signal: AbortSignal;
};

async function encodeAll(
  recordings: readonly ShareableRecording[],
  { onProgress, signal }: Preparation,
): Promise<EncodedRecording[]> {
  const encoder = createMp3Encoder();
  const encoded: EncodedRecording[] = [];
  try {
    for (const recording of recordings) {
      signal.throwIfAborted();
      encoded.push(await encodeRecording(recording, encoder));
      onProgress(encoded.length / recordings.length);
    }
    return encoded;
  } finally {
    encoder.close();
  }
}

export type ShareChoices = Pick<NewShare, "asker" | "question" | "days" | "teachers"> & { showsMarks: boolean };

function toSubject({ subject, attemptId }: ShareSource, showsMarks: boolean): NewShare["subject"] {
  return subject === "exam" && attemptId !== undefined
    ? { kind: "exam", attempt_id: attemptId, shows_marks: showsMarks }
    : { kind: "dialogue" };
}

async function revoke(userId: string, shareId: string): Promise<boolean> {
  await cancelUploads(userId, shareId);
  return callApi("revoke-share", { params: { shareId, comments: "delete" } }).then(
    () => true,
    () => false,
  );
}

/**
 * The uploads continue after a reload. If the signal aborts while the link is being created, ends the link. Also returns
 * the URL, because the browser may refuse to store the token.
 * @throws SharePreparationError, ApiError, the reason of the signal
 */
export async function createShare(
  userId: string,
  source: ShareSource,
  { showsMarks, ...choices }: ShareChoices,
  preparation: Preparation,
): Promise<{ share: Share; url: string }> {
  const encoded = await encodeAll(source.recordings, preparation);
  const shareId = crypto.randomUUID();
  const token = newLinkToken();
  const recordings = encoded.map(({ data, ...recording }) => ({ ...recording, bytes: data.byteLength }));
  const queued = encoded.map(
    ({ dialogue, segment, data }): QueuedUpload => ({ userId, shareId, dialogue, segment, data }),
  );
  const body = {
    ...choices,
    token,
    subject: toSubject(source, showsMarks),
    dialogues: [...source.dialogues],
    recordings,
  };
  preparation.signal.throwIfAborted();
  const create = () => callApi("create-share", { params: { shareId }, body });
  // If only the response was lost, the share already exists. A request with the same id does not create another share.
  const share = await create().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "unreachable") return create();
    throw error;
  });
  await rememberToken(userId, shareId, token);
  try {
    if (!preparation.signal.aborted) await addUploads(userId, queued);
  } catch (cause) {
    throw new SharePreparationError((await revoke(userId, shareId)) ? "storage" : "storage-unrevoked", { cause });
  }
  if (preparation.signal.aborted) await revoke(userId, shareId);
  preparation.signal.throwIfAborted();
  return { share, url: shareUrl(location.origin, token) };
}
