import { createHash } from "node:crypto";
import { type ListObjectsV2CommandInput, type PutObjectCommandInput, S3Client } from "@aws-sdk/client-s3";

export type StoredObject = { body: Uint8Array; type: string | undefined; cache: string | undefined };

const pageSize = 3;

/** A bucket in memory, with a real client whose requests end here instead of on the network. */
export type BucketInMemory = {
  s3: S3Client;
  objects: Map<string, StoredObject>;
  /** What was changed, in order: "put KEY" and "delete KEY". */
  changes: string[];
  /** Keys that may not be written. */
  refused: Set<string>;
};

/** An empty bucket; it lists three objects a page, and answers asynchronously as S3 does. */
export function bucketInMemory(): BucketInMemory {
  const objects = new Map<string, StoredObject>();
  const changes: string[] = [];
  const refused = new Set<string>();
  const s3 = new S3Client({ region: "ap-southeast-2" });
  const answers: Record<string, (input: object) => object> = {
    ListObjectsV2Command: (input) => listPage(objects, input),
    PutObjectCommand: (input: Partial<PutObjectCommandInput>) => {
      if (!(input.Body instanceof Uint8Array)) throw new Error("The body is not bytes.");
      if (refused.has(`${input.Key}`)) throw new Error("Access denied");
      objects.set(`${input.Key}`, { body: input.Body, type: input.ContentType, cache: input.CacheControl });
      changes.push(`put ${input.Key}`);
      return {};
    },
    DeleteObjectCommand: (input: { Key?: string }) => {
      objects.delete(`${input.Key}`);
      changes.push(`delete ${input.Key}`);
      return {};
    },
  };
  s3.middlewareStack.add(
    (_next, context) => async (args) => {
      const answer = answers[`${context.commandName}`];
      if (!answer) throw new Error(`The bucket in memory does not know ${context.commandName}.`);
      await Promise.resolve();
      return { output: { $metadata: {}, ...answer(args.input) }, response: undefined };
    },
    { step: "initialize", priority: "high" },
  );
  return { s3, objects, changes, refused };
}

function listPage(objects: BucketInMemory["objects"], { ContinuationToken }: Partial<ListObjectsV2CommandInput>) {
  const keys = [...objects.keys()].sort();
  const start = Number(ContinuationToken ?? 0);
  const next = start + pageSize;
  const contents = keys.slice(start, next).map((key) => {
    const md5 = createHash("md5").update(objects.get(key)?.body ?? "");
    return { Key: key, ETag: `"${md5.digest("hex")}"` };
  });
  return { Contents: contents, ...(next < keys.length && { IsTruncated: true, NextContinuationToken: `${next}` }) };
}
