import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";

/** S3 delivers access logs late, so new objects may appear in a bucket just before its deletion. */
const maxAttempts = 5;

const hasName = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** A page has at most a thousand versions, as many as one call can delete. Returns false if there are none. */
async function deletePage(s3: S3Client, Bucket: string): Promise<boolean> {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  const Objects = [...Versions, ...DeleteMarkers].map(({ Key = "", VersionId }) => ({ Key, VersionId }));
  if (Objects.length === 0) return false;
  const { Errors: [first] = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  if (first) throw new Error(`S3 did not delete ${first.Key}: ${first.Code}`);
  return true;
}

export async function deleteBucket(s3: S3Client, bucket: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      while (await deletePage(s3, bucket));
      await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
      return;
    } catch (error) {
      if (hasName(error, "NoSuchBucket")) return;
      if (!hasName(error, "BucketNotEmpty") || attempt === maxAttempts) throw error;
    }
  }
}
