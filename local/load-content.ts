import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { readBucketState } from "../content/publishing/bucket-state.ts";
import { lockName } from "../content/publishing/lock.ts";
import { type PublishResult, publishPack } from "../content/publishing/publish-pack.ts";
import { bucket, credentials, exportBucket, region, sharedAudioBucket } from "./cloud-settings.ts";

const publisherName = "npm start";

function createDestination(endpoint: string) {
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return { s3, bucket, by: publisherName, invalidate: async () => undefined };
}

/** Publishes a pack. @throws PublishError if the pack has problems, or another publication is running */
export async function publishContent(directory: string, endpoint: string): Promise<PublishResult | null> {
  const destination = createDestination(endpoint);
  return publishPack({ directory, destination, prune: "all", isAudioChecked: true }).finally(() =>
    destination.s3.destroy(),
  );
}

/**
 * Creates the buckets and publishes the pack, unless someone published other content locally. Such content remains
 * until a reset.
 */
export async function loadContent(directory: string, endpoint: string): Promise<void> {
  const destination = createDestination(endpoint);
  const { s3 } = destination;
  for (const Bucket of [bucket, exportBucket, sharedAudioBucket]) await s3.send(new CreateBucketCommand({ Bucket }));
  // Nothing else can publish before the start, so any lock was left by a killed process.
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: lockName }));
  const { history } = await readBucketState(destination);
  s3.destroy();
  const isOfOthers = history.lastFinished !== null && history.lastFinished.by !== publisherName;
  if (!isOfOthers) await publishContent(directory, endpoint);
}

/** Writes the content's address to a file for publishers, and deletes it on close. */
export function writeContentAddress(stateDirectory: string, endpoint: string): { close: () => void } {
  const file = join(stateDirectory, "content-address.json");
  const { accessKeyId, secretAccessKey } = credentials;
  writeFileSync(file, JSON.stringify({ endpoint, region, bucket, credentials: { accessKeyId, secretAccessKey } }));
  return { close: () => rmSync(file, { force: true }) };
}
