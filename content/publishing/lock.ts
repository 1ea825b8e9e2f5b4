import { randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";
import type { Destination } from "./bucket.ts";
import { publishersFolder } from "./layout.ts";
import { PublishError } from "./publish-error.ts";

export const lockName = `${publishersFolder}lock.json`;

/** A lock expires after this time without a renewal, for example after a crash. */
export const lockLifetimeMs = 120_000;
const renewalMs = 30_000;

const LockFile = z.object({ id: z.string(), since: z.iso.datetime(), by: z.string(), renewals: z.int() });
type LockFile = z.infer<typeof LockFile>;
type CurrentLock = { file: LockFile | null; etag: string; renewedAt: Date };

export type Lock = {
  /** @throws PublishError if another publisher may have taken the lock */
  check: () => void;
  release: () => Promise<void>;
};

const isConflict = (error: unknown): error is S3ServiceException =>
  error instanceof S3ServiceException &&
  ["PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey"].includes(error.name);

/** The clocks of publishers' machines differ, so S3's clock decides a lock's age. */
const serverTime = ({ $response }: S3ServiceException) => new Date($response?.headers["date"] ?? Date.now());

async function readLock({ s3, bucket }: Destination): Promise<CurrentLock | null> {
  try {
    const { Body, ETag, LastModified } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: lockName }));
    const read = readJson((await Body?.transformToByteArray()) ?? new Uint8Array(), LockFile);
    // An unreadable lock excludes other publishers too, until it expires.
    return { file: "data" in read ? read.data : null, etag: ETag ?? "", renewedAt: LastModified ?? new Date() };
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

type Condition = { IfNoneMatch: "*" } | { IfMatch: string };

/** Returns the lock's ETag, or S3's refusal if another publisher wrote a lock first. */
async function writeLock({ s3, bucket }: Destination, file: LockFile, condition: Condition) {
  const body = { ContentType: "application/json", CacheControl: "no-store", Body: JSON.stringify(file) };
  try {
    const { ETag } = await s3.send(new PutObjectCommand({ Bucket: bucket, Key: lockName, ...body, ...condition }));
    return { etag: ETag ?? "" };
  } catch (error) {
    if (isConflict(error)) return { refusal: error };
    throw error;
  }
}

const formatMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function createLockedError({ file, renewedAt }: CurrentLock): PublishError {
  const end = formatMinute(new Date(renewedAt.getTime() + lockLifetimeMs + 60_000));
  const holder = file ? ` since ${formatMinute(new Date(file.since))}, by ${file.by}` : "";
  const sentence = `Another publication to this bucket is in progress${holder}: wait until it ends. If it was interrupted, its lock expires at ${end}; then repeat the command.`;
  return new PublishError("bucket_locked", sentence);
}

async function acquireOnce(place: Destination, file: LockFile): Promise<string> {
  for (;;) {
    const { etag, refusal } = await writeLock(place, file, { IfNoneMatch: "*" });
    if (etag !== undefined) return etag;
    const currentLock = await readLock(place);
    // The other publisher released the lock in between.
    if (!currentLock) continue;
    // This lock is our own: the SDK repeated an upload whose response was lost.
    if (currentLock.file?.id === file.id) return currentLock.etag;
    if (serverTime(refusal).getTime() - currentLock.renewedAt.getTime() < lockLifetimeMs)
      throw createLockedError(currentLock);
    const taken = await writeLock(place, file, { IfMatch: currentLock.etag });
    if (taken.etag !== undefined) return taken.etag;
  }
}

/**
 * Excludes other publishers from the bucket until the release. It takes over an expired lock, which a crash left.
 * Why: docs/decisions/0092-record-publications.md
 * @throws PublishError if another publisher has the lock
 */
export async function acquirePublishLock(place: Destination): Promise<Lock> {
  let file: LockFile = { id: randomUUID(), since: new Date().toISOString(), by: place.by, renewals: 0 };
  let etag = await acquireOnce(place, file);
  let renewedAt = performance.now();
  let isLost = false;
  const renew = async () => {
    const sentAt = performance.now();
    const next = { ...file, renewals: file.renewals + 1 };
    const written = await writeLock(place, next, { IfMatch: etag });
    const currentLock = written.etag === undefined ? await readLock(place) : null;
    const arrived = written.etag ?? (currentLock?.file?.id === file.id ? currentLock.etag : undefined);
    isLost = arrived === undefined;
    if (arrived === undefined) return;
    [file, etag, renewedAt] = [next, arrived, sentAt];
  };
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A failed renewal changes nothing here. `check` reports the lock as lost if the last successful renewal is too
    // old.
    renewing = renewing.then(renew).catch(() => undefined);
  }, renewalMs);
  timer.unref();
  return {
    check: () => {
      if (!isLost && performance.now() - renewedAt < lockLifetimeMs) return;
      const sentence =
        "Another publisher may have taken over, because this one could not renew its lock for two minutes: publish again.";
      throw new PublishError("lock_lost", sentence);
    },
    release: async () => {
      clearInterval(timer);
      await renewing;
      const { s3, bucket } = place;
      // If the deletion fails, the lock expires. An earlier error is more important to report.
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: lockName, IfMatch: etag })).catch(() => undefined);
    },
  };
}
