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

/** The MD5 is the ETag: it is one unless the object was uploaded in parts or under a key of KMS, and then counts as another. */
export type StoredFile = { md5: string; bytes: number };

/** Where content is published, and who does it. */
export type Destination = {
  s3: S3Client;
  /** Name of the bucket, which holds content and what publishers keep there. */
  bucket: string;
  /** The command that publishes, for the record: never a person. */
  by: string;
  /** Has what is served forget what it holds of these paths, which begin with "/" and may end with "*". */
  invalidate: (paths: readonly string[]) => Promise<void>;
};

type BucketLocation = Pick<Destination, "s3" | "bucket">;

/** Everything in the bucket, by name. */
export async function listBucket({ s3, bucket }: BucketLocation): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    for (const { Key, ETag, Size } of page.Contents ?? []) {
      if (Key) stored.set(Key, { md5: (ETag ?? "").replaceAll('"', ""), bytes: Size ?? 0 });
    }
  }
  return stored;
}

/** The bytes of a file; null if there is none. */
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
  // New dialogues appear within minutes; recordings hardly ever change under the same name.
  return isAudioFile(name) ? "public, max-age=86400" : "public, max-age=300";
}

/**
 * Stores a file with its type.
 * @throws PublishFailure if the bytes are not those that were announced, as of a file that changed meanwhile
 */
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
    throw new PublishError("pack_changed", `${name} has changed while it was published: publish it again.`);
  }
}

export async function removeFile({ s3, bucket }: BucketLocation, name: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
}
