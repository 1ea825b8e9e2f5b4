import { type Destination, listBucket, type StoredFile } from "./bucket.ts";
import { findForeignNames, publishersFolder } from "./layout.ts";
import { abbreviateNames, PublishError } from "./publish-error.ts";
import { type History, readHistory } from "./records.ts";

export type BucketState = {
  stored: ReadonlyMap<string, StoredFile>;
  content: ReadonlyMap<string, StoredFile>;
  history: History;
};

/** @throws PublishError if the bucket contains files that are not Parlance's, or if a record is unreadable */
export async function readBucketState(destination: Destination): Promise<BucketState> {
  const stored = await listBucket(destination);
  const foreign = findForeignNames(stored.keys());
  if (foreign.length > 0) {
    const sentence = `The bucket ${destination.bucket} contains files that are not Parlance's content: ${abbreviateNames(foreign)}. Choose another bucket, or remove them.`;
    throw new PublishError("bucket_foreign", sentence);
  }
  const content = new Map([...stored].filter(([name]) => !name.startsWith(publishersFolder)));
  return { stored, content, history: await readHistory(destination, stored) };
}
