import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startKillable } from "../../test-support/killable.ts";
import { startS3 } from "../server.ts";
import { bucket, credentials, region } from "./fixture.ts";

const server = new URL("../server.ts", import.meta.url).href;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "fake-s3-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const settings = () => ({ port: 0, directory, credentials, region, allowedOrigins: [] });

it("the local S3 has no partial object after SIGKILL during uploads", async () => {
  const child = await startKillable(`
    import { startS3 } from ${JSON.stringify(server)};
    const { url } = await startS3(${JSON.stringify(settings())});
    console.log(url);
  `);
  const sdk = new S3Client({ endpoint: child.firstLine, region, credentials, maxAttempts: 1 });
  await sdk.send(new CreateBucketCommand({ Bucket: bucket }));
  const bodyOf = (version: number) => Buffer.alloc(500_000, version);
  const put = (Key: string, version: number) =>
    sdk.send(new PutObjectCommand({ Bucket: bucket, Key, Body: bodyOf(version), ContentType: `audio/v${version}` }));
  let acknowledged = 0;
  for (; acknowledged < 5; acknowledged++) await put("song", acknowledged + 1);
  const underWay = [6, 7, 8, 9].map((version) => put("song", version));
  await Promise.race(underWay);
  await child.kill();
  await Promise.allSettled(underWay);

  const s3 = await startS3(settings());
  const object = s3.read(bucket, "song");
  const bytes = Buffer.concat(object ? await object.read().toArray() : []);
  await s3.close();
  const version = bytes[0] ?? 0;
  expect(version).toBeGreaterThan(acknowledged);
  expect(bytes.equals(bodyOf(version))).toBe(true);
  expect(object?.headers["content-type"]).toBe(`audio/v${version}`);
  expect(object?.etag).toBe(`"${createHash("md5").update(bytes).digest("hex")}"`);
});

it("a start of the local S3 deletes old files that belong to no object", async () => {
  const first = await startS3(settings());
  const sdk = new S3Client({ endpoint: first.url, region, credentials });
  await sdk.send(new CreateBucketCommand({ Bucket: bucket }));
  await sdk.send(new PutObjectCommand({ Bucket: bucket, Key: "song", Body: "text" }));
  await first.close();
  const bodies = join(directory, "bodies");
  const [kept] = await readdir(bodies);
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of ["orphan", "young"]) await writeFile(join(bodies, name), "left behind");
  for (const name of ["orphan", kept ?? ""]) await utimes(join(bodies, name), longAgo, longAgo);
  const second = await startS3(settings());
  await second.close();
  expect((await readdir(bodies)).sort()).toEqual([kept, "young"].sort());
});
