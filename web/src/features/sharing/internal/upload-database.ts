import type { DBSchema } from "idb";
import { createDatabaseConnection, prefixKeyRange } from "../../../browser/database.ts";
import { stored } from "../../../browser/stored.ts";

/** `dialogue` and `segment` count from 0. */
export type QueuedUpload = {
  userId: string;
  shareId: string;
  dialogue: number;
  segment: number;
  /** An MP3. */
  data: ArrayBuffer;
};

interface UploadSchema extends DBSchema {
  uploads: { key: [userId: string, shareId: string, dialogue: number, segment: number]; value: QueuedUpload };
}

const connection = createDatabaseConnection<UploadSchema>(stored.sharedUploads, (database) => {
  database.createObjectStore("uploads", { keyPath: ["userId", "shareId", "dialogue", "segment"] });
});

/** Rejects without queueing any upload, for example if the browser has no room. */
export async function queueUploads(uploads: readonly QueuedUpload[]): Promise<void> {
  const database = await connection.connect();
  const transaction = database.transaction("uploads", "readwrite");
  await Promise.all([...uploads.map((upload) => transaction.store.put(upload)), transaction.done]);
}

export async function listUploads(userId: string): Promise<QueuedUpload[]> {
  return (await connection.connect()).getAll("uploads", prefixKeyRange(userId));
}

export async function removeUpload({ userId, shareId, dialogue, segment }: QueuedUpload): Promise<void> {
  await (await connection.connect()).delete("uploads", [userId, shareId, dialogue, segment]);
}

export async function removeUploadsOf(userId: string, shareId?: string): Promise<void> {
  const range = shareId === undefined ? prefixKeyRange(userId) : prefixKeyRange(userId, shareId);
  await (await connection.connect()).delete("uploads", range);
}
