import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { lockName } from "../content/publishing/lock.ts";
import { publishPack } from "../content/publishing/publish-pack.ts";
import { surveyBucket } from "../content/publishing/survey-bucket.ts";
import { bucket, credentials, exportBucket, region } from "./cloud-settings.ts";

const by = "npm start";

/**
 * Makes the buckets, and loads a pack unless another was published since: what somebody published to the local cloud is
 * theirs, until it is reset.
 */
export async function loadContent(directory: string, endpoint: string): Promise<void> {
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  for (const Bucket of [bucket, exportBucket]) await s3.send(new CreateBucketCommand({ Bucket }));
  // Nobody publishes to what has not started: a lock was left by one that was ended by force.
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: lockName }));
  const destination = { s3, bucket, by, invalidate: async () => undefined };
  const { history } = await surveyBucket(destination);
  const isOfOthers = history.last !== null && history.last.by !== by;
  if (!isOfOthers) await publishPack({ directory, destination, prune: "all", checked: true });
  s3.destroy();
}

/** Writes down for publishers where the content is, for as long as it is there. */
export function tellContentAddress(stateDirectory: string, endpoint: string): { close: () => void } {
  const file = join(stateDirectory, "content-address.json");
  const { accessKeyId, secretAccessKey } = credentials;
  writeFileSync(file, JSON.stringify({ endpoint, region, bucket, credentials: { accessKeyId, secretAccessKey } }));
  return { close: () => rmSync(file, { force: true }) };
}
