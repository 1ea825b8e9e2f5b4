import { expect, it } from "vitest";
import { lockLifetimeMs } from "../../../content/publishing/bucket-lock.ts";
import type { Removals } from "../../../content/publishing/publication-scope.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { rollBack } from "../../../content/publishing/roll-back.ts";
import { writeFiles } from "../sample-pack.ts";
import { findDanglingNames } from "./find-dangling-names.ts";
import { createPack, type Dialogues } from "./packs.ts";
import { type PublisherCrash, startTestBucket, type TestBucket } from "./test-bucket.ts";

const olderPack: Dialogues = {
  "nepali/example/example-1": {},
  "nepali/health/health-1": {},
  "nepali/health/health-2": {},
  "nepali/legal/legal-1": {},
};
const newerPack: Dialogues = {
  "nepali/example/example-1": {},
  "nepali/health/health-1": { words: "Good evening." },
  "nepali/health/health-2": { sound: "quiet" },
  "nepali/housing/house-1": {},
};

async function startWork(bucket: TestBucket, death?: PublisherCrash) {
  const directory = await writeFiles(await createPack(newerPack));
  const look = async () => expect(await findDanglingNames(bucket)).toEqual([]);
  const publisher = bucket.publisher("test", death, look);
  return {
    ...publisher,
    publish: (removals: Removals) =>
      publishPack({ directory, destination: publisher.destination, ...removals, isAudioChecked: true }),
    rollBack: () => rollBack({ destination: publisher.destination }),
  };
}

async function bucketOfOlder(): Promise<TestBucket> {
  const bucket = await startTestBucket();
  const directory = await writeFiles(await createPack(olderPack));
  await publishPack({ directory, destination: bucket.publisher().destination, isAudioChecked: true });
  return bucket;
}

const what = {
  publication: (by: Awaited<ReturnType<typeof startWork>>) =>
    by.publish({ prune: "own-languages", replacedLanguages: ["nepali"] }),
} as const;

async function runUninterrupted(
  how: (by: Awaited<ReturnType<typeof startWork>>) => Promise<unknown>,
  bucket: TestBucket,
) {
  const by = await startWork(bucket);
  await how(by);
  return { contents: await bucket.contents(), changes: by.countChanges(), invalidated: by.invalidated.flat() };
}

it.each([
  ["before S3 applies the change", false],
  ["after S3 applies the change", true],
])(
  "a publication that crashes at any change (%s) leaves no partial dialogue, and can be repeated",
  async (_, isHeard) => {
    const whole = await runUninterrupted(what.publication, await bucketOfOlder());
    expect(whole.changes).toBeGreaterThan(10);
    expect(Object.keys(whole.contents)).not.toContain("nepali/legal/metadata.json");
    for (let atChange = 0; atChange < whole.changes; atChange += 1) {
      const bucket = await bucketOfOlder();
      const dying = await startWork(bucket, { atChange, isApplied: isHeard });
      // The last change removes the lock. A failure to remove the lock is ignored, because the lock expires.
      if (atChange < whole.changes - 1) await expect(what.publication(dying)).rejects.toThrow("killed");
      else await what.publication(dying);
      bucket.pass(lockLifetimeMs + 1_000);
      const repeated = await startWork(bucket);
      await what.publication(repeated);
      expect(await bucket.contents()).toEqual(whole.contents);
      // The interrupted and the repeated publication together invalidate what an uninterrupted publication invalidates.
      expect([...dying.invalidated, ...repeated.invalidated].flat()).toEqual(expect.arrayContaining(whole.invalidated));
    }
  },
);

it("a crashed rollback leaves no partial dialogue, and its repetition gives the contents of a complete rollback", async () => {
  const published = async () => {
    const bucket = await bucketOfOlder();
    const before = await bucket.contents();
    await (await startWork(bucket)).publish({ prune: "own-languages" });
    return { bucket, before };
  };
  const { bucket: first, before } = await published();
  const whole = await runUninterrupted((by) => by.rollBack(), first);
  for (const [name, text] of Object.entries(before)) expect([name, whole.contents[name]]).toEqual([name, text]);
  for (let atChange = 0; atChange < whole.changes - 1; atChange += 1) {
    const { bucket } = await published();
    const dying = await startWork(bucket, { atChange, isApplied: atChange % 2 === 0 });
    await expect(dying.rollBack()).rejects.toThrow("killed");
    bucket.pass(lockLifetimeMs + 1_000);
    const record = await (await startWork(bucket)).rollBack().catch((error: Error) => error);
    // If the first rollback was complete except for its lock, the second rollback finds no earlier publication.
    expect(record).toMatchObject(record instanceof Error ? { code: "nothing_before" } : { number: 1 });
    expect(await bucket.contents()).toEqual(whole.contents);
  }
});

it("an interrupted publication stops early, and releases its lock", async () => {
  const bucket = await bucketOfOlder();
  const controller = new AbortController();
  const directory = await writeFiles(await createPack(newerPack));
  const { destination, changes } = bucket.publisher();
  const stopped = publishPack({ directory, destination, signal: controller.signal, report: () => controller.abort() });
  await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
  expect(changes.length).toBeLessThan(8);
  await expect(publishPack({ directory, destination })).resolves.toMatchObject({ removed: 0 });
});
