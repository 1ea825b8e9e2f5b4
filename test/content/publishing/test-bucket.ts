import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";
import type { Destination } from "../../../content/publishing/bucket.ts";
import { publishersFolder } from "../../../content/publishing/layout.ts";
import { startS3 } from "../../../fakes/s3/server.ts";

export const testClient = {
  region: "ap-southeast-2",
  credentials: { accessKeyId: "LOCALACCESSKEY", secretAccessKey: "local-secret-access-key" },
  maxAttempts: 1,
};
export const bucketName = "content";

/**
 * `atChange` is the zero-based number of the change at which the publisher crashes. `isApplied` is true if S3 still
 * applies that change.
 */
export type PublisherCrash = { atChange: number; isApplied: boolean };

export async function startTestBucket() {
  const directory = await mkdtemp(join(tmpdir(), "parlance-bucket-"));
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const s3 = await startS3({ port: 0, directory, allowedOrigins: [], now, ...testClient });
  const openClient = () => new S3Client({ endpoint: s3.url, ...testClient, systemClockOffset: aheadMs });
  const sdk = openClient();
  await sdk.send(new CreateBucketCommand({ Bucket: bucketName }));
  onTestFinished(async () => {
    await s3.close();
    await rm(directory, { recursive: true, force: true });
  });

  const names = async () => {
    const all: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: openClient() }, { Bucket: bucketName })) {
      all.push(...Contents.map(({ Key }) => Key ?? ""));
    }
    return all.filter((name) => !name.startsWith(publishersFolder));
  };
  const read = async (name: string) => {
    const object = s3.read(bucketName, name);
    return object && { ...object, body: Buffer.concat(await object.read().toArray()) };
  };
  const readJson = async (name: string): Promise<unknown> => JSON.parse(String((await read(name))?.body ?? "null"));
  const contents = async () => {
    const texts: Record<string, string> = {};
    for (const name of await names()) texts[name] = (await read(name))?.body.toString("base64") ?? "";
    return texts;
  };

  /** `changes` leaves out changes in the publishers' folder. `countChanges` includes them. */
  const publisher = (by = "test", death?: PublisherCrash, afterChange: () => Promise<void> = async () => undefined) => {
    const changes: string[] = [];
    const invalidated: string[][] = [];
    let changed = 0;
    let isDead = false;
    const client = openClient();
    client.middlewareStack.add(
      (next, { commandName = "" }) =>
        async (args) => {
          if (isDead) throw new Error("killed");
          const isChange = /^(Put|Delete)/.test(commandName);
          if (isChange) isDead = changed++ === death?.atChange;
          if (isDead && !death?.isApplied) throw new Error("killed");
          const answer = await next(args);
          const { Key = "" } = args.input as { Key?: string };
          if (isChange && !Key.startsWith(publishersFolder)) {
            changes.push(`${commandName.startsWith("Put") ? "put" : "delete"} ${Key}`);
            await afterChange();
          }
          if (isDead) throw new Error("killed");
          return answer;
        },
      { step: "initialize" },
    );
    const invalidate = async (paths: readonly string[]) => void invalidated.push([...paths]);
    const destination: Destination = { s3: client, bucket: bucketName, by, invalidate };
    return { destination, changes, invalidated, countChanges: () => changed };
  };
  return {
    url: s3.url,
    sdk,
    names,
    read,
    readJson,
    contents,
    publisher,
    /** Advances the clock of S3, and of clients that are created later. */
    pass: (ms: number) => {
      aheadMs += ms;
    },
    get: (Key: string) => openClient().send(new GetObjectCommand({ Bucket: bucketName, Key })),
  };
}

export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>;
