import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { readScripts } from "../../../content/authoring/script-source.ts";
import { buildPack } from "../../../content/building/build-pack.ts";
import { checkPack } from "../../../content/checking/check-pack.ts";
import { readJson } from "../../../content/files/json-file.ts";
import { acquirePublishLock } from "../../../content/publishing/lock.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { rollBack } from "../../../content/publishing/roll-back.ts";
import { createBuzzingVoice, createTestWorkspace, dialogue, readFilesIn } from "../building/test-workspace.ts";
import { createPack } from "../publishing/packs.ts";
import { bucketName, startTestBucket, type TestBucket } from "../publishing/test-bucket.ts";
import { createSamplePack, writeFiles } from "../sample-pack.ts";

const damages: [string, (whole: Buffer) => Buffer, RegExp][] = [
  ["emptied", () => Buffer.alloc(0), /is empty/],
  ["cut in half", (whole) => whole.subarray(0, whole.length / 2), /is not JSON/],
  ["JSON of another shape", () => Buffer.from('{"a": [1, 2]}'), /is malformed/],
  ["not in UTF-8", () => Buffer.from('{"caf\u00e9": "caf\u00e9"}', "latin1"), /is not in UTF-8/],
];
/** Messages of parsers and runtimes, which users should never see. */
const bare = /Unexpected|undefined|Invalid input|position \d|\bat .*\.ts\b|✖|\n.*\n/;

async function damage(file: string, how: (whole: Buffer) => Buffer): Promise<void> {
  await writeFile(file, how(await readFile(file)));
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : "nothing went wrong";
}

describe.each(damages)("a file that is %s", (_how, damaged, fault) => {
  it("stops the build if it is the manifest, and the error states the next step", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const { voice, said } = createBuzzingVoice();
    await buildPack({ workspace: workshop, voices: [voice] });
    const before = await readFilesIn(workshop.pack);
    await damage(workshop.manifest, damaged);
    said.length = 0;
    const message = await messageOf(buildPack({ workspace: workshop, voices: [voice] }));
    expect(message).toMatch(fault);
    expect(message).toContain(workshop.manifest);
    expect(message).toContain("restore a copy, or remove it to make all audio files again");
    expect(message).not.toMatch(bare);
    expect([said, await readFilesIn(workshop.pack)]).toEqual([[], before]);
  });

  it("is reported if it is a script", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await damage(path.join(workshop.scripts, "nepali/health/health-1.json"), damaged);
    const message = await messageOf(readScripts(workshop.scripts));
    expect(message).toMatch(fault);
    expect(message).toContain("nepali/health/health-1.json");
    expect(message).not.toMatch(bare);
  });

  it.each(["nepali/metadata.json", "nepali/health/metadata.json", "nepali/health/health-1/metadata.json"])(
    "is reported if it is a pack's %s",
    async (name) => {
      const pack = await writeFiles(await createSamplePack());
      await damage(path.join(pack, name), damaged);
      const [found] = (await checkPack(pack)).filter((one) => one.path === name);
      expect(found?.problem).toMatch(fault);
      expect(found?.problem).not.toMatch(bare);
    },
  );

  it("is reported with the next step if it is a publication record", async () => {
    const { bucket } = await published();
    const name = ".published/000001.json";
    await damageIn(bucket, name, damaged);
    const { destination, changes } = bucket.publisher();
    const message = await messageOf(rollBack({ destination }));
    expect(message).toMatch(fault);
    expect(message).toContain(`The record ${name} in the bucket ${bucketName}`);
    expect(message).toContain("remove it, and repeat the command");
    expect([message.match(bare), changes]).toEqual([null, []]);
  });

  it("still locks the bucket if it is the publish lock", async () => {
    const bucket = await startTestBucket();
    await acquirePublishLock(bucket.publisher().destination);
    await damageIn(bucket, ".published/lock.json", damaged);
    const message = await messageOf(acquirePublishLock(bucket.publisher().destination));
    expect(message).toMatch(/^Another publication to this bucket is in progress: wait until it ends\. .* UTC; then/);
  });

  it("is restored by the next publication if it is a catalogue and the bucket has a publication record", async () => {
    const { bucket } = await published();
    const whole = await bucket.readJson("public/catalogue.json");
    await damageIn(bucket, "public/catalogue.json", damaged);
    const directory = await writeFiles(await createPack({ "spanish/health/health-1": {} }));
    await publishPack({ directory, destination: bucket.publisher().destination });
    expect(await bucket.readJson("public/catalogue.json")).toEqual(whole);
  });

  it("is reported with instructions if it is a catalogue and the bucket has no publication record", async () => {
    const bucket = await startTestBucket();
    const put = new PutObjectCommand({
      Bucket: bucketName,
      Key: "public/catalogue.json",
      Body: damaged(Buffer.from("[]")),
    });
    await bucket.sdk.send(put);
    const directory = await writeFiles(await createPack({ "spanish/health/health-1": {} }));
    const { destination, changes } = bucket.publisher();
    const message = await messageOf(publishPack({ directory, destination }));
    expect(message).toMatch(fault);
    expect(message).toContain("remove it, and publish the packs of all languages again");
    expect(changes).toEqual([]);
  });
});

async function published() {
  const bucket = await startTestBucket();
  const directory = await writeFiles(await createPack({ "spanish/health/health-1": {}, "arabic/legal/legal-1": {} }));
  await publishPack({ directory, destination: bucket.publisher().destination });
  return { bucket };
}

async function damageIn(bucket: TestBucket, Key: string, how: (whole: Buffer) => Buffer): Promise<void> {
  const { body = Buffer.alloc(0) } = (await bucket.read(Key)) ?? {};
  await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: how(body) }));
}

describe("an audio file of a failed build", () => {
  it.each([
    ...damages.map(([how, damaged]) => ["note", how, damaged] as const),
    ["audio", "emptied", () => Buffer.alloc(0)] as const,
  ])("is made again if its %s is %s", async (kind, _how, damaged) => {
    const workshop = await createTestWorkspace(dialogue());
    const { voice, said } = createBuzzingVoice();
    const say = async (utterance: Parameters<typeof voice.say>[0]) => {
      if (utterance.text === "Hello.") throw new Error("the line is dead");
      return await voice.say(utterance);
    };
    await messageOf(buildPack({ workspace: workshop, voices: [{ ...voice, say }] }));
    const made = await readdir(workshop.intermediate);
    const [first = ""] = made.filter((name) => name.endsWith(kind === "note" ? ".json" : ".mp3"));
    await damage(path.join(workshop.intermediate, first), damaged);
    said.length = 0;
    expect(await buildPack({ workspace: workshop, voices: [voice] })).toMatchObject({ made: 2, reused: 2 });
    expect(said).toHaveLength(2);
  });
});

describe("readJson", () => {
  it("reports the position of a JSON error if the position is known", () => {
    const read = (text: string) => readJson(Buffer.from(text), z.object({ a: z.number() }));
    expect(read('{\n  "a" 1\n}')).toEqual({ fault: "is not JSON: the error is at line 2, column 7" });
    expect(read('{"a":')).toEqual({ fault: "is not JSON, or is incomplete" });
    expect(read('\ufeff{"a": 1}')).toEqual({ data: { a: 1 } });
    expect(read("{}")).toEqual({ fault: "is malformed: a: is missing" });
  });

  it("names an unknown field", () => {
    const read = readJson(Buffer.from('{"b": 1}'), z.strictObject({}));
    expect(read).toEqual({ fault: 'is malformed: top level: has an unknown field: "b"' });
  });
});
