import { PutObjectCommand } from "@aws-sdk/client-s3";
import { afterEach, expect, it, vi } from "vitest";
import { lockLifetimeMs } from "../../../content/publishing/bucket-lock.ts";
import { acquirePublishLock, lockName } from "../../../content/publishing/lock.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { writeFiles } from "../sample-pack.ts";
import { createPack } from "./packs.ts";
import { bucketName, startTestBucket } from "./test-bucket.ts";

afterEach(() => void vi.useRealTimers());

const pack = async () => writeFiles(await createPack({ "spanish/health/health-1": {} }));

it("a publication to a locked bucket reports when the lock began, and changes nothing", async () => {
  const bucket = await startTestBucket();
  const first = await acquirePublishLock(bucket.publisher("npm run content -- publish --stage prod").destination);
  const { destination, changes } = bucket.publisher();
  const listening = vi.fn();
  const second = publishPack({ directory: await pack(), destination, onAudioChecked: listening });
  await expect(second).rejects.toMatchObject({
    code: "bucket_locked",
    message: expect.stringMatching(
      /in progress since \d{4}-\d\d-\d\d \d\d:\d\d UTC, by npm run content -- publish --stage prod: wait .* its lock expires at \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    ),
  });
  expect([changes, listening.mock.calls]).toEqual([[], []]);
  await first.release();
  await expect(publishPack({ directory: await pack(), destination })).resolves.toMatchObject({ removed: 0 });
});

it("two simultaneous publications leave a complete pack, and at most one is refused", async () => {
  const bucket = await startTestBucket();
  const directory = await pack();
  const both = [1, 2].map(() => publishPack({ directory, destination: bucket.publisher().destination }));
  const ended = await Promise.allSettled(both);
  const refused = ended.flatMap((end) => (end.status === "rejected" ? [end.reason.code] : []));
  // No publication is refused if one of them ends before the other acquires the lock.
  expect([[], ["bucket_locked"]]).toContainEqual(refused);
  expect(await bucket.names()).toHaveLength(6);
});

it("the publish lock is available to another holder when it expires by S3's clock", async () => {
  const bucket = await startTestBucket();
  await acquirePublishLock(bucket.publisher().destination);
  bucket.pass(lockLifetimeMs - 5_000);
  await expect(acquirePublishLock(bucket.publisher().destination)).rejects.toMatchObject({ code: "bucket_locked" });
  bucket.pass(10_000);
  const second = await acquirePublishLock(bucket.publisher().destination);
  expect(() => second.check()).not.toThrow();
  await expect(acquirePublishLock(bucket.publisher().destination)).rejects.toMatchObject({ code: "bucket_locked" });
});

it("the publish lock does not expire while its holder renews it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const bucket = await startTestBucket();
  const lock = await acquirePublishLock(bucket.publisher().destination);
  const { etag } = (await bucket.read(lockName)) ?? {};
  bucket.pass(lockLifetimeMs - 5_000);
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(async () => expect((await bucket.read(lockName))?.etag).not.toBe(etag));
  bucket.pass(10_000);
  await expect(acquirePublishLock(bucket.publisher().destination)).rejects.toMatchObject({ code: "bucket_locked" });
  lock.check();
  await lock.release();
  expect(await bucket.read(lockName)).toBeNull();
});

it("check() throws after the publish lock was lost, and release() does not remove the new lock", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const bucket = await startTestBucket();
  const asleep = await acquirePublishLock(bucket.publisher().destination);
  bucket.pass(lockLifetimeMs + 5_000);
  const second = await acquirePublishLock(bucket.publisher().destination);
  const { etag } = (await bucket.read(lockName)) ?? {};
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(() => asleep.check()).toThrow(expect.objectContaining({ code: "lock_lost" })));
  await asleep.release();
  second.check();
  expect(await bucket.read(lockName)).not.toBeNull();
  expect(etag).toBeDefined();
});

it("the publish lock is acquired if its request is repeated after a lost response", async () => {
  const bucket = await startTestBucket();
  const { destination } = bucket.publisher();
  let isFirst = true;
  destination.s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName !== "PutObjectCommand" || !isFirst) return answer;
        isFirst = false;
        return next(args);
      },
    { step: "build" },
  );
  const lock = await acquirePublishLock(destination);
  lock.check();
  await lock.release();
  expect(await bucket.read(lockName)).toBeNull();
});

it("a publish lock that names no holder is reported as a publication in progress", async () => {
  const bucket = await startTestBucket();
  await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key: lockName, Body: "null" }));
  await expect(acquirePublishLock(bucket.publisher().destination)).rejects.toThrow(
    "is in progress: wait until it ends.",
  );
});
