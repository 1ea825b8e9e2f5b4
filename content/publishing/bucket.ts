import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import { isAudioFile, publishersFolder } from "./layout.ts";
import { PublishError } from "./publish-error.ts";

/**
 * `md5` is the ETag. The ETag of an object that was uploaded in parts or encrypted with KMS is not an MD5, so the
 * object counts as changed.
 */
export type StoredFile = { md5: string; bytes: number };

export type Destination = {
  s3: S3Client;
  bucket: string;
  /** A command, such as "npm run content -- publish --stage dev". The text names no person. */
  by: string;
  /** @param paths start with "/" and may end with "*" */
  invalidate: (paths: readonly string[]) => Promise<void>;
};

type BucketLocation = Pick<Destination, "s3" | "bucket">;

export async function listBucket({ s3, bucket }: BucketLocation): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    for (const { Key, ETag, Size } of page.Contents ?? []) {
      if (Key) stored.set(Key, { md5: (ETag ?? "").replaceAll('"', ""), bytes: Size ?? 0 });
    }
  }
  return stored;
}

export async function readBytes({ s3, bucket }: BucketLocation, name: string): Promise<Uint8Array | null> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

function cacheControl(name: string): string {
  if (name.startsWith(publishersFolder)) return "no-store";
  // New dialogues must appear within minutes. Audio rarely changes under the same name.
  return isAudioFile(name) ? "public, max-age=86400" : "public, max-age=300";
}

/** @throws PublishError if the bytes do not match `md5` */
export async function putFile(
  { s3, bucket }: BucketLocation,
  name: string,
  body: Uint8Array,
  md5: string,
): Promise<void> {
  const ContentMD5 = Buffer.from(md5, "hex").toString("base64");
  const ContentType = isAudioFile(name) ? "audio/mpeg" : "application/json; charset=utf-8";
  const file = { Key: name, Body: body, ContentMD5, ContentType, CacheControl: cacheControl(name) };
  try {
    await s3.send(new PutObjectCommand({ Bucket: bucket, ...file }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "BadDigest") throw error;
    throw new PublishError("pack_changed", `${name} changed during the publication: publish again.`);
  }
}

export async function removeFile({ s3, bucket }: BucketLocation, name: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
}
