import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { DeleteObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { cataloguePath } from "../../domain/catalogue.ts";
import { catalogueOf } from "../catalogue-of.ts";
import { checkPack, type Problem } from "../check-pack.ts";
import { inParallel } from "../files/in-parallel.ts";
import { listFiles } from "../files/list-files.ts";

const transfersAtOnce = 6;

export type PublishOptions = {
  /** Directory of the pack. */
  directory: string;
  /** Bucket that holds the pack and nothing else: objects that the pack does not have are deleted. */
  bucket: string;
  s3: S3Client;
  /** Called after each upload or removal with how many of how many are done. */
  report?: (done: number, total: number) => void;
  /** The caller knows that the recordings are sound, so they are not decoded; all else is checked nevertheless. */
  checked?: boolean;
};

/** Counts of objects. */
export type Published = { uploaded: number; unchanged: number; removed: number };

/** Thrown before anything is changed, if a pack has problems. */
export class FaultyPack extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The pack has problems:\n${problems.map(({ path: name, problem }) => `${name}: ${problem}`).join("\n")}`);
    this.name = "FaultyPack";
    this.problems = problems;
  }
}

/** Reads a file that is to be published, by its name in the bucket. */
type ReadBytes = () => Promise<Uint8Array>;

/** The files of a pack, and the catalogue that follows from them. */
async function filesToPublish(directory: string): Promise<ReadonlyMap<string, ReadBytes>> {
  const names = [...(await listFiles(directory)).keys()];
  const files = new Map<string, ReadBytes>(names.map((name) => [name, () => readFile(path.join(directory, name))]));
  const catalogue = Buffer.from(JSON.stringify(await catalogueOf(directory)));
  return files.set(cataloguePath, async () => catalogue);
}

/**
 * Makes a bucket hold exactly the pack in a directory and its catalogue, uploading only what differs. At every moment in
 * between, metadata names only files that are there.
 * @throws FaultyPack if the pack has problems; the bucket is then unchanged.
 */
export async function publishPack(options: PublishOptions): Promise<Published> {
  const problems = await checkPack(options.directory, { decode: !options.checked });
  if (problems.length > 0) throw new FaultyPack(problems);
  const files = await filesToPublish(options.directory);
  const stored = await listBucket(options.s3, options.bucket);
  const changed = await selectChanged(files, stored);
  const stale = [...stored.keys()].filter((name) => !files.has(name));

  let done = 0;
  const total = changed.size + stale.length;
  const inStages = async (stages: string[][], work: (name: string) => Promise<unknown>) => {
    for (const stage of stages) {
      await inParallel(stage, transfersAtOnce, async (name) => {
        await work(name);
        done += 1;
        options.report?.(done, total);
      });
    }
  };
  await inStages(deepestFirst([...changed.keys()]), async (name) => {
    const body = changed.get(name);
    if (body) await upload(options, name, await body());
  });
  await inStages(deepestFirst(stale).reverse(), (name) => remove(options, name));
  return { uploaded: changed.size, unchanged: files.size - changed.size, removed: stale.length };
}

/** Recordings lie below the metadata that names them, which lies below the list that names it; all is in the catalogue. */
function deepestFirst(names: readonly string[]): string[][] {
  const byDepth = Map.groupBy(names, (name) => (name === cataloguePath ? 0 : name.split("/").length));
  return [...byDepth].sort(([a], [b]) => b - a).map(([, stage]) => stage);
}

async function listBucket(s3: S3Client, bucket: string): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    for (const { Key, ETag } of page.Contents ?? []) if (Key) stored.set(Key, ETag ?? "");
  }
  return stored;
}

// An ETag that is no MD5 (as under KMS encryption) counts as a difference: uploading again is harmless.
async function selectChanged(files: ReadonlyMap<string, ReadBytes>, stored: ReadonlyMap<string, string>) {
  const changed = new Map<string, ReadBytes>();
  for (const [name, readBytes] of files) {
    const etag = stored.get(name)?.replaceAll('"', "");
    const md5 = createHash("md5").update(await readBytes());
    if (etag !== md5.digest("hex")) changed.set(name, readBytes);
  }
  return changed;
}

async function upload({ bucket, s3 }: PublishOptions, name: string, body: Uint8Array): Promise<void> {
  const isAudio = name.endsWith(".mp3");
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: name,
      Body: body,
      ContentType: isAudio ? "audio/mpeg" : "application/json; charset=utf-8",
      // New dialogues appear within minutes; recordings hardly ever change under the same name.
      CacheControl: isAudio ? "public, max-age=86400" : "public, max-age=300",
    }),
  );
}

async function remove({ bucket, s3 }: PublishOptions, name: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
}

function sentenceOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The SDK has no name of its own for this.
  if (error.message === "Region is missing") return "Name the region of the bucket in AWS_REGION.";
  if (error.name !== "CredentialsProviderError") return error.message;
  return "There are no AWS credentials here: sign in, or name a profile in AWS_PROFILE.";
}

/** Runs the command with its arguments and prints how far it is; answers with the exit code. */
export async function runPublish(
  [directory, bucket]: readonly string[],
  openS3 = () => new S3Client(),
): Promise<number> {
  if (!directory || !bucket) {
    console.error("Usage: npm run content:publish -- DIRECTORY BUCKET");
    return 2;
  }
  const report = (done: number, total: number) => {
    if (done % 100 === 0 || done === total) console.log(`${done} of ${total} done`);
  };
  try {
    const published = await publishPack({ directory, bucket, s3: openS3(), report });
    console.log(`${published.uploaded} uploaded, ${published.unchanged} unchanged, ${published.removed} removed.`);
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}

if (import.meta.main) process.exitCode = await runPublish(process.argv.slice(2));
