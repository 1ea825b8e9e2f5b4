import { cp, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readScripts } from "../../content/authoring/script-source.ts";
import { lengthProblem } from "../../content/checking/script-length.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { makePack } from "../../content/make-pack.ts";
import { ScenarioList, SegmentList, TopicList, topicIds } from "../../domain/scenario.ts";
import { temporaryDirectory } from "./sample-pack.ts";

const content = path.join(import.meta.dirname, "../../content");
const pack = path.join(content, "pack");

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(pack, name), "utf8"));
}

/** The number of segments of each dialogue of a topic. */
async function segmentCounts(topic: string): Promise<number[]> {
  const scenarios = ScenarioList.parse(await readJson(`${topic}/metadata.json`));
  const files = scenarios.map(({ id }) => readJson(`${topic}/${id}/metadata.json`));
  return (await Promise.all(files)).map((segments) => SegmentList.parse(segments).length);
}

describe("the committed pack", () => {
  it("is what its scripts make, without making anything again", async () => {
    const copy = await temporaryDirectory();
    await cp(content, copy, { recursive: true });
    const made = await makePack({
      scripts: path.join(copy, "scripts"),
      pack: path.join(copy, "pack"),
      manifest: path.join(copy, "pack.manifest.json"),
    });
    expect(made).toMatchObject({ spoken: 0, removed: 0 });
    for (const name of await changedMetadata(path.join(copy, "pack"))) expect.fail(`${name} is out of date`);
  });

  it("is small", async () => {
    const bytes = [...(await listFiles(pack)).values()].reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(20 * 1024 * 1024);
  });

  it("has three examples of 10 to 14 segments", async () => {
    const counts = await segmentCounts("nepali/example");
    expect(counts).toHaveLength(3);
    for (const count of counts) expect(count).toSatisfy((n) => n >= 10 && n <= 14);
  });

  it("has two dialogues of at least six segments in each of the twelve Nepali topics", async () => {
    const topics = TopicList.parse(await readJson("nepali/metadata.json"));
    expect(topics.map(({ id }) => id)).toEqual(topicIds.filter((id) => id !== "example"));
    for (const { id } of topics) {
      const counts = await segmentCounts(`nepali/${id}`);
      expect(counts).toHaveLength(2);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
    }
  });

  it.each(["arabic", "mandarin", "spanish"])("has two topics in %s", async (language) => {
    const topics = TopicList.parse(await readJson(`${language}/metadata.json`));
    expect(topics).toHaveLength(2);
    for (const { id } of topics) expect(await segmentCounts(`${language}/${id}`)).toEqual([8]);
  });
});

describe("the scripts of the pack", () => {
  it("let the two speakers talk in turn, and keep translations as short as originals", async () => {
    for (const { language, id, segments } of await readScripts(path.join(content, "scripts"))) {
      for (const [index, { speaker, translation }] of segments.entries()) {
        expect(segments[index - 1]?.speaker, `${language}/${id} ${index + 1}`).not.toBe(speaker);
        expect(lengthProblem(translation), `${language}/${id} ${index + 1}`).toBeUndefined();
      }
    }
  });

  it("have nothing that the synthesiser misreads", async () => {
    for (const { language, id, segments } of await readScripts(path.join(content, "scripts"))) {
      for (const { original, translation } of segments) {
        expect(`${original} ${translation}`, `${language}/${id}`).not.toMatch(/[$%&/\d]|\b(Dr|Mr|Mrs|Ms|St)\b/);
      }
    }
  });
});

async function changedMetadata(made: string): Promise<string[]> {
  const names = [...(await listFiles(made)).keys()].filter((name) => name.endsWith(".json"));
  const changed: string[] = [];
  for (const name of names) {
    const isSame = await stat(path.join(pack, name)).then(
      async () => (await readFile(path.join(made, name))).equals(await readFile(path.join(pack, name))),
      () => false,
    );
    if (!isSame) changed.push(name);
  }
  return changed;
}
