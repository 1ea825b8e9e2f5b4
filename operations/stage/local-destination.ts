import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import type { Destination } from "../../content/publishing/bucket.ts";
import { CommandError } from "../command-line/explain-error.ts";

/** The content of the file `content-address.json`, which the local cloud writes at its start. */
const ContentAddress = z.object({
  endpoint: z.url(),
  region: z.string(),
  bucket: z.string(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
});

const notRunningError = () =>
  new CommandError("No local cloud is running here: start it with npm start, then repeat the command.");

function readAddress(directory: string): z.infer<typeof ContentAddress> {
  try {
    return ContentAddress.parse(JSON.parse(readFileSync(join(directory, "content-address.json"), "utf8")));
  } catch {
    throw notRunningError();
  }
}

/**
 * @param directory the folder of the local cloud's state
 * @throws CommandError if no local cloud is running
 */
export async function createLocalDestination(directory: string, by: string): Promise<Destination> {
  const { endpoint, region, bucket, credentials } = readAddress(directory);
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await s3.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  } catch {
    // A local cloud that was killed leaves its file `content-address.json`.
    throw notRunningError();
  }
  return { s3, bucket, by, invalidate: async () => undefined };
}
