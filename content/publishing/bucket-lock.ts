import { randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";

/** A lock expires after this time without a renewal. */
export const lockLifetimeMs = 120_000;
const renewalMs = 30_000;

const LockFile = z.object({ id: z.string(), since: z.iso.datetime(), by: z.string(), renewals: z.int() });
type LockFile = z.infer<typeof LockFile>;
type CurrentLock = { file: LockFile | null; etag: string; renewedAt: Date };

/** `by` names the holder in messages to other processes. */
export type LockPlace = { s3: S3Client; bucket: string; key: string; by: string };

export type LockErrors = {
  /**
   * @param holder such as " since 2026-11-25 10:03 UTC, by …"; empty if unknown
   * @param end the time when the lock has expired unless it is renewed, such as "2026-11-25 10:06 UTC"
   */
  locked: (holder: string, end: string) => Error;
  lost: () => Error;
};

export type Lock = {
  /** @throws the error `lost` if another process may have taken the lock */
  check: () => void;
  release: () => Promise<void>;
};

const isConflict = (error: unknown): error is S3ServiceException =>
  error instanceof S3ServiceException &&
  ["PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey"].includes(error.name);

/** The age of a lock is measured by the clock of S3, because the clocks of machines may differ. */
const serverTime = ({ $response }: S3ServiceException) => new Date($response?.headers["date"] ?? Date.now());

async function readLock({ s3, bucket, key }: LockPlace): Promise<CurrentLock | null> {
  try {
    const { Body, ETag, LastModified } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const read = readJson((await Body?.transformToByteArray()) ?? new Uint8Array(), LockFile);
    // An unreadable lock also excludes other holders until it expires.
    return { file: "data" in read ? read.data : null, etag: ETag ?? "", renewedAt: LastModified ?? new Date() };
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

type Condition = { IfNoneMatch: "*" } | { IfMatch: string };

async function writeLock({ s3, bucket, key }: LockPlace, file: LockFile, condition: Condition) {
  const body = { ContentType: "application/json", CacheControl: "no-store", Body: JSON.stringify(file) };
  try {
    const { ETag } = await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, ...body, ...condition }));
    return { etag: ETag ?? "" };
  } catch (error) {
    if (isConflict(error)) return { refusal: error };
    throw error;
  }
}

const formatMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function createLockedError({ file, renewedAt }: CurrentLock, errors: LockErrors): Error {
  const end = formatMinute(new Date(renewedAt.getTime() + lockLifetimeMs + 60_000));
  return errors.locked(file ? ` since ${formatMinute(new Date(file.since))}, by ${file.by}` : "", end);
}

async function acquireOnce(place: LockPlace, file: LockFile, errors: LockErrors): Promise<string> {
  for (;;) {
    const { etag, refusal } = await writeLock(place, file, { IfNoneMatch: "*" });
    if (etag !== undefined) return etag;
    const currentLock = await readLock(place);
    // The lock was deleted between the write and the read.
    if (!currentLock) continue;
    // This process has the lock already. The SDK repeated an upload whose response was lost.
    if (currentLock.file?.id === file.id) return currentLock.etag;
    if (serverTime(refusal).getTime() - currentLock.renewedAt.getTime() < lockLifetimeMs)
      throw createLockedError(currentLock, errors);
    const taken = await writeLock(place, file, { IfMatch: currentLock.etag });
    if (taken.etag !== undefined) return taken.etag;
  }
}

/**
 * Takes over an expired lock, such as one left by a crash.
 * Why: docs/decisions/0092-record-publications.md
 * @throws the error `locked` if another process has the lock
 */
export async function acquireBucketLock(place: LockPlace, errors: LockErrors): Promise<Lock> {
  let file: LockFile = { id: randomUUID(), since: new Date().toISOString(), by: place.by, renewals: 0 };
  let etag = await acquireOnce(place, file, errors);
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
    // A failed renewal is ignored here. `check` reports the lock as lost if the last successful renewal is too old.
    renewing = renewing.then(renew).catch(() => undefined);
  }, renewalMs);
  timer.unref();
  return {
    check: () => {
      if (!isLost && performance.now() - renewedAt < lockLifetimeMs) return;
      throw errors.lost();
    },
    release: async () => {
      clearInterval(timer);
      await renewing;
      const { s3, bucket, key } = place;
      // If the deletion fails, the lock expires later. This failure must not hide an earlier error.
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag })).catch(() => undefined);
    },
  };
}
