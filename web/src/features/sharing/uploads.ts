import { maxFormsPerRequest, uploadFormSeconds } from "../../../../domain/sharing/share-limits.ts";
import type { UploadForm } from "../../../../domain/sharing/upload-form.ts";
import { ApiError, callApi } from "../../api.ts";
import { createLearnerChannel } from "../../browser/learner-channel.ts";
import { createObservable, type Observable } from "../../browser/observable.ts";
import { type RunningSender, startSender } from "../../start-sender.ts";
import {
  listUploads,
  type QueuedUpload,
  queueUploads,
  removeUpload,
  removeUploadsOf,
} from "./internal/upload-database.ts";
import { uploadFile } from "./internal/upload-file.ts";

/** Remaining bytes, by share id. */
export type UploadProgress = ReadonlyMap<string, number>;

const progress = createObservable<UploadProgress>(new Map());
const news = createLearnerChannel("parlance-uploads");

export const remainingUploads: Observable<UploadProgress> = progress;

let current: { userId: string; sender: RunningSender } | undefined;

async function showProgress(userId: string, sending?: { upload: QueuedUpload; sent: number }): Promise<void> {
  const remaining = new Map<string, number>();
  for (const { shareId, data } of await listUploads(userId).catch(() => [])) {
    remaining.set(shareId, (remaining.get(shareId) ?? 0) + data.byteLength);
  }
  const left = sending && remaining.get(sending.upload.shareId);
  // `sent` may exceed the size of the recording, because the request also contains the form's fields.
  if (left !== undefined && sending) remaining.set(sending.upload.shareId, Math.max(0, left - sending.sent));
  progress.set(remaining);
}

type Place = Pick<QueuedUpload, "dialogue" | "segment">;
const placeKey = ({ dialogue, segment }: Place) => `${dialogue} ${segment}`;
const toPlace = ({ dialogue, segment }: Place): Place => ({ dialogue, segment });

/** A minute less than a form's lifetime, because the upload itself takes time. */
const formLifetimeMs = (uploadFormSeconds - 60) * 1000;

/** Caches forms, because one call returns the forms of several recordings. */
function createForms() {
  const forms = new Map<string, { until: number; byPlace: Map<string, UploadForm> }>();
  const request = async (upload: QueuedUpload): Promise<UploadForm | "received"> => {
    const { userId, shareId } = upload;
    // Sends the places, because the server learns only seconds later which of the sent recordings have arrived.
    const others = (await listUploads(userId)).filter(
      (other) => other.shareId === shareId && placeKey(other) !== placeKey(upload),
    );
    const places = [upload, ...others].slice(0, maxFormsPerRequest).map(toPlace);
    const { uploads, received } = await callApi("request-uploads", { params: { shareId }, body: { places } });
    const byPlace = new Map(uploads.map((each) => [placeKey(each), each.form]));
    forms.set(shareId, { until: performance.now() + formLifetimeMs, byPlace });
    const form = byPlace.get(placeKey(upload));
    if (form) return form;
    if (received.some((place) => placeKey(place) === placeKey(upload))) return "received";
    throw new ApiError("unreadable", "The server returned no upload form for a recording.");
  };
  return {
    get: async (upload: QueuedUpload): Promise<UploadForm | "received"> => {
      const known = forms.get(upload.shareId);
      const form = known && known.until > performance.now() ? known.byPlace.get(placeKey(upload)) : undefined;
      return form ?? request(upload);
    },
    drop: ({ shareId }: QueuedUpload) => void forms.delete(shareId),
  };
}

/** Also uploads recordings that were queued before a reload or a crash. */
export function startUploads(userId: string, onRefused: (shareId: string) => void): () => void {
  const forms = createForms();
  const send = async (upload: QueuedUpload): Promise<void> => {
    const form = await forms.get(upload);
    if (form === "received") return;
    const outcome = await uploadFile(form, upload.data, (sent) => void showProgress(userId, { upload, sent }));
    if (outcome === "uploaded") return;
    forms.drop(upload);
    throw outcome === "refused"
      ? new ApiError("bad_request", "The storage refused the recording.")
      : new ApiError("unreachable", "The upload did not succeed.");
  };
  const sender = startSender<QueuedUpload, void>({
    lock: `parlance-uploads-${userId}`,
    listQueued: () => listUploads(userId),
    send,
    onSent: async (upload) => {
      await removeUpload(upload);
      news.publish(userId);
    },
    onRefused: async ({ shareId }) => {
      await removeUploadsOf(userId, shareId);
      news.publish(userId);
      onRefused(shareId);
    },
    logMessages: {
      refused: "A shared recording was refused, so the queued recordings of its link are not sent",
      failed: "A shared recording may not be uploaded yet",
    },
    timeoutMs: Number.POSITIVE_INFINITY,
  });
  current = { userId, sender };
  const stopListening = news.subscribe(userId, () => void showProgress(userId));
  void showProgress(userId);
  return () => {
    sender.stop();
    stopListening();
    if (current?.sender === sender) current = undefined;
  };
}

/** Rejects if this browser cannot store the recordings. */
export async function addUploads(userId: string, uploads: readonly QueuedUpload[]): Promise<void> {
  await queueUploads(uploads);
  await showProgress(userId);
  if (current?.userId === userId) void current.sender.sendNow();
}

/** Returns the number of queued recordings. Rejects if the browser blocks storage. */
export async function flushUploads(userId: string, withinMs: number): Promise<number> {
  if (current?.userId === userId) await current.sender.flush(withinMs);
  return (await listUploads(userId)).length;
}

export async function cancelUploads(userId: string, shareId: string): Promise<void> {
  await removeUploadsOf(userId, shareId).catch(() => undefined);
  news.publish(userId);
}

export async function clearUploads(userId: string): Promise<void> {
  await removeUploadsOf(userId).catch(() => undefined);
}
