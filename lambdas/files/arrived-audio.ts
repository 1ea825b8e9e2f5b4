import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { mp3HeaderBytes } from "../../domain/sharing/mp3-header.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

/** `start` is the first `mp3HeaderBytes` bytes, or the whole file if it is shorter. */
export type ArrivedFile = { start: Uint8Array; bytes: number; etag: string };

export type ArrivedAudio = {
  read: (key: string) => Promise<ArrivedFile | null>;
  /** Returns false if the file was replaced or deleted meanwhile. */
  remove: (key: string, etag: string) => Promise<boolean>;
};

/** Statuses with which S3 refuses a conditional deletion. */
const changedStatuses = [404, 409, 412];

/** The header Content-Range is, for example, "bytes 0-5999/160000". */
function totalBytes(contentRange: string | undefined): number {
  const total = Number(/\/(\d+)$/.exec(contentRange ?? "")?.[1]);
  if (Number.isNaN(total)) throw new Error("S3 sent a part of a file without its size");
  return total;
}

/**
 * Needs permission to list the bucket, because otherwise S3 does not report a missing file as missing. A deletion by
 * ETag also needs permission to read the file. Sources, read on 2026-11-26:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export function createArrivedAudio(bucket: string): ArrivedAudio {
  const s3 = createAwsClient((settings) => new S3Client(settings));
  return {
    read: async (Key) => {
      const Range = `bytes=0-${mp3HeaderBytes - 1}`;
      try {
        const { Body, ContentRange, ETag = "" } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
        const start = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return { start, bytes: totalBytes(ContentRange), etag: ETag };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (Key, IfMatch) => {
      try {
        await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key, IfMatch }));
        return true;
      } catch (error) {
        if (error instanceof S3ServiceException && changedStatuses.includes(error.$metadata.httpStatusCode ?? 0)) {
          return false;
        }
        throw error;
      }
    },
  };
}
