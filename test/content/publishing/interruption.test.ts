import { expect, it } from "vitest";
import { lockLifetimeMs } from "../../../content/publishing/lock.ts";
import type { Prune } from "../../../content/publishing/plan-publication.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { rollBack } from "../../../content/publishing/roll-back.ts";
import { writeFiles } from "../sample-pack.ts";
import { danglingIn } from "./dangling.ts";
import { type Dialogues, packOf } from "./packs.ts";
import { type Death, openTestBucket, type TestBucket } from "./test-bucket.ts";

/** One dialogue stays, one is told in other words, one gets another recording, one goes, one comes. */
const older: Dialogues = {
  "nepali/example/example-1": {},
  "nepali/health/health-1": {},
  "nepali/health/health-2": {},
  "nepali/legal/legal-1": {},
};
const newer: Dialogues = {
  "nepali/example/example-1": {},
  "nepali/health/health-1": { words: "Good evening." },
  "nepali/health/health-2": { sound: "quiet" },
  "nepali/housing/house-1": {},
};

async function work(bucket: TestBucket, death?: Death) {
  const directory = await writeFiles(await packOf(newer));
  const look = async () => expect(await danglingIn(bucket)).toEqual([]);
  const publisher = bucket.publisher("test", death, look);
  return {
    ...publisher,
    publish: (prune: Prune) => publishPack({ directory, destination: publisher.destination, prune, checked: true }),
    rollBack: () => rollBack({ destination: publisher.destination }),
  };
}

async function bucketOfOlder(): Promise<TestBucket> {
  const bucket = await openTestBucket();
  const directory = await writeFiles(await packOf(older));
  await publishPack({ directory, destination: bucket.publisher().destination, checked: true });
  return bucket;
}

const what = { publication: (by: Awaited<ReturnType<typeof work>>) => by.publish("own-languages") } as const;

/** What the bucket holds at the end, and how many changes it took, if nothing interrupts. */
async function uninterrupted(how: (by: Awaited<ReturnType<typeof work>>) => Promise<unknown>, bucket: TestBucket) {
  const by = await work(bucket);
  await how(by);
  return { contents: await bucket.contents(), changes: by.countChanges(), invalidated: by.invalidated.flat() };
}

it.each([
  ["before S3 has heard of it", false],
  ["after S3 has, and before it answered", true],
])(
  "a publication that dies at any change, %s, leaves nothing half-named, and repeated ends the same",
  async (_, isHeard) => {
    const whole = await uninterrupted(what.publication, await bucketOfOlder());
    expect(whole.changes).toBeGreaterThan(10);
    expect(Object.keys(whole.contents)).not.toContain("nepali/legal/metadata.json");
    for (let atChange = 0; atChange < whole.changes; atChange += 1) {
      const bucket = await bucketOfOlder();
      const dying = await work(bucket, { atChange, isHeard });
      // The last change removes the lock, which goes by itself.
      if (atChange < whole.changes - 1) await expect(what.publication(dying)).rejects.toThrow("killed");
      else await what.publication(dying);
      bucket.pass(lockLifetimeMs + 1_000);
      const repeated = await work(bucket);
      await what.publication(repeated);
      expect(await bucket.contents()).toEqual(whole.contents);
      // What was served under the same name is forgotten by one of the two.
      expect([...dying.invalidated, ...repeated.invalidated].flat()).toEqual(expect.arrayContaining(whole.invalidated));
    }
  },
);

it("a rollback that dies at any change leaves nothing half-named, and repeated goes no further back", async () => {
  const published = async () => {
    const bucket = await bucketOfOlder();
    const before = await bucket.contents();
    await (await work(bucket)).publish("own-languages");
    return { bucket, before };
  };
  const { bucket: first, before } = await published();
  const whole = await uninterrupted((by) => by.rollBack(), first);
  for (const [name, text] of Object.entries(before)) expect([name, whole.contents[name]]).toEqual([name, text]);
  for (let atChange = 0; atChange < whole.changes - 1; atChange += 1) {
    const { bucket } = await published();
    const dying = await work(bucket, { atChange, isHeard: atChange % 2 === 0 });
    await expect(dying.rollBack()).rejects.toThrow("killed");
    bucket.pass(lockLifetimeMs + 1_000);
    const record = await (await work(bucket)).rollBack().catch((error: Error) => error);
    // Where it had ended but for its lock, there is nothing further back.
    expect(record).toMatchObject(record instanceof Error ? { code: "nothing_before" } : { number: 1 });
    expect(await bucket.contents()).toEqual(whole.contents);
  }
});

it("a publication that somebody stops ends between two files, and gives the bucket free at once", async () => {
  const bucket = await bucketOfOlder();
  const controller = new AbortController();
  const directory = await writeFiles(await packOf(newer));
  const { destination, changes } = bucket.publisher();
  const stopped = publishPack({ directory, destination, signal: controller.signal, report: () => controller.abort() });
  await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
  expect(changes.length).toBeLessThan(8);
  await expect(publishPack({ directory, destination })).resolves.toMatchObject({ removed: 0 });
});
