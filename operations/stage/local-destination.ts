import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import type { Destination } from "../../content/publishing/bucket.ts";
import { CommandError } from "../command-line/explain-error.ts";

/** What the local cloud writes down while it runs: where its content is. */
const ContentAddress = z.object({
  endpoint: z.url(),
  region: z.string(),
  bucket: z.string(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
});

const notRunningError = () =>
  new CommandError("No local cloud is running here: start it with npm start, and repeat this.");

function readAddress(directory: string): z.infer<typeof ContentAddress> {
  try {
    return ContentAddress.parse(JSON.parse(readFileSync(join(directory, "content-address.json"), "utf8")));
  } catch {
    throw notRunningError();
  }
}

/**
 * Where the local cloud that runs has its content.
 * @param directory of its state
 * @throws Failure if none runs
 */
export async function createLocalDestination(directory: string, by: string): Promise<Destination> {
  const { endpoint, region, bucket, credentials } = readAddress(directory);
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await s3.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  } catch {
    // One that was ended by force leaves its address behind.
    throw notRunningError();
  }
  return { s3, bucket, by, invalidate: async () => undefined };
}
