import { existsSync, rmSync, writeFileSync } from "node:fs";
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

export type PackDirectories = {
  pack: string;
  further?: string | undefined;
};

/** @throws PublishError */
export async function publishContent({ pack, further }: PackDirectories, endpoint: string): Promise<PublishResult> {
  const destination = createDestination(endpoint);
  const isFurtherBuilt = further !== undefined && existsSync(further);
  const directories = isFurtherBuilt ? [pack, further] : [pack];
  const total = { uploaded: 0, unchanged: 0, removed: 0 };
  try {
    for (const directory of directories) {
      const prune = isFurtherBuilt ? "own-languages" : "all";
      const result = await publishPack({ directory, destination, prune, isAudioChecked: true });
      for (const name of ["uploaded", "unchanged", "removed"] as const) total[name] += result?.[name] ?? 0;
    }
    return total;
  } finally {
    destination.s3.destroy();
  }
}

/**
 * Returns false, and publishes nothing, if another command made the latest publication.
 * @throws PublishError
 */
export async function refreshContent(directories: PackDirectories, endpoint: string): Promise<boolean> {
  const destination = createDestination(endpoint);
  const { history } = await readBucketState(destination);
  destination.s3.destroy();
  const isOfOthers = history.lastFinished !== null && history.lastFinished.by !== publisherName;
  if (!isOfOthers) await publishContent(directories, endpoint);
  return !isOfOthers;
}

export async function loadContent(directories: PackDirectories, endpoint: string): Promise<void> {
  const { s3 } = createDestination(endpoint);
  for (const Bucket of [bucket, exportBucket, sharedAudioBucket]) await s3.send(new CreateBucketCommand({ Bucket }));
  // No publication can run before the start, so an existing lock is left over from an interrupted publication.
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: lockName }));
  s3.destroy();
  await refreshContent(directories, endpoint);
}

/** Publishers in other processes, such as `npm run content`, read the file. */
export function writeContentAddress(stateDirectory: string, endpoint: string): { close: () => void } {
  const file = join(stateDirectory, "content-address.json");
  const { accessKeyId, secretAccessKey } = credentials;
  writeFileSync(file, JSON.stringify({ endpoint, region, bucket, credentials: { accessKeyId, secretAccessKey } }));
  return { close: () => rmSync(file, { force: true }) };
}
