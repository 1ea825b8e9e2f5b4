import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readScripts } from "../../content/authoring/script-source.ts";
import { buildPack } from "../../content/building/build-pack.ts";
import { readBuildableScripts } from "../../content/building/buildable-scripts.ts";
import { createDialogueFaults } from "../../content/building/dialogue-faults.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { espeak } from "../../content/voices/espeak.ts";
import { ScenarioList, SegmentList, TopicList } from "../../domain/content/pack.ts";
import { topicIds } from "../../domain/content/scenario.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { createTemporaryDirectory } from "./sample-pack.ts";

const content = path.join(import.meta.dirname, "../../content");
const pack = path.join(content, "pack");

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(pack, name), "utf8"));
}

const listed = async (topic: string) => ScenarioList.parse(await readJson(`${topic}/metadata.json`));

async function segmentCounts(topic: string): Promise<number[]> {
  const files = (await listed(topic)).map(({ id }) => readJson(`${topic}/${id}/metadata.json`));
  return (await Promise.all(files)).map((segments) => SegmentList.parse(segments).length);
}

const wordsOf = (text: string) =>
  /\p{Script=Han}/u.test(text)
    ? ([...text.matchAll(/[\p{Letter}\p{Number}]/gu)].length * 35) / 60
    : text.split(" ").filter((part) => /[\p{Letter}\p{Number}]/u.test(part)).length;

async function wordsIn(dialogue: string): Promise<number> {
  const segments = SegmentList.parse(await readJson(`${dialogue}/metadata.json`));
  return segments.reduce((sum, { original_script }) => sum + wordsOf(original_script), 0);
}

/** An exam's dialogue has 300 words, plus or minus 10 percent. */
async function examTopics(language: string): Promise<string[]> {
  const found: string[] = [];
  for (const { id: topic } of TopicList.parse(await readJson(`${language}/metadata.json`))) {
    const list = await listed(`${language}/${topic}`);
    const words = await Promise.all(list.map(({ id }) => wordsIn(`${language}/${topic}/${id}`)));
    if (words.some((count) => Math.abs(count - 300) <= 30)) found.push(topic);
  }
  return found;
}

describe("the committed pack", () => {
  it(
    "keeps its metadata in a build, and the build makes no audio",
    async () => {
      const copy = await createTemporaryDirectory();
      await cp(content, copy, { recursive: true });
      const mute = { ...espeak, say: () => Promise.reject(new Error("Nothing has to be spoken.")) };
      const built = await buildPack({ workspace: createWorkspace(copy), voices: [mute] });
      expect(built).toMatchObject({ made: 0, removed: 0 });
      const made = path.join(copy, "pack");
      for (const name of (await listFiles(made)).keys()) {
        if (!name.endsWith(".json")) continue;
        expect(await readFile(path.join(made, name), "utf8"), name).toBe(await readFile(path.join(pack, name), "utf8"));
      }
    },
    // The test copies the whole content folder.
    scaledTimeoutMs(30_000),
  );

  it("is smaller than 60 MB", async () => {
    const bytes = [...(await listFiles(pack)).values()].reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(60_000_000);
  });

  it("has three Nepali examples of 10 to 14 segments", async () => {
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

  const sampled = [
    "arabic",
    "filipino",
    "hindi",
    "mandarin",
    "nepali",
    "punjabi",
    "spanish",
    "tamil",
    "urdu",
    "vietnamese",
  ];

  // An exam has two dialogues of different topics, so six topics are enough for three exams.
  it.each(sampled)("has dialogues of the exam's length in %s for at least six topics", async (language) => {
    expect((await examTopics(language)).length).toBeGreaterThanOrEqual(6);
  });

  it("states a version, briefing, two languages and synthetic voices for each dialogue except examples", async () => {
    for (const language of new Set(
      (await readScripts(path.join(content, "scripts"))).map((script) => script.language),
    )) {
      for (const { id: topic, dialogues, seconds } of TopicList.parse(await readJson(`${language}/metadata.json`))) {
        const list = await listed(`${language}/${topic}`);
        expect([language, topic, dialogues]).toEqual([language, topic, list.length]);
        expect(seconds).toBe(list.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0));
        for (const entry of list) {
          expect(entry, `${language}/${entry.id}`).toMatchObject({
            version: expect.stringMatching(/^[0-9a-f]{10}$/),
            briefing: expect.stringMatching(/^[A-Z].+\.$/),
            licence: { voices: "synthetic" },
          });
          expect(new Set(entry.speakers?.map((speaker) => speaker.language)).size, entry.id).toBe(2);
        }
      }
    }
  });
});

describe.each(["scripts", "further/scripts"])("the scripts in content/%s", async (folder) => {
  const scripts = await readScripts(path.join(content, folder));
  const segments = scripts.flatMap(({ language, id, segments: all }) =>
    all.map((segment, index) => ({ place: `${language}/${id} ${index + 1}`, segment, before: all[index - 1] })),
  );

  it("alternate the two speakers", () => {
    for (const { place, segment, before } of segments) expect(before?.speaker, place).not.toBe(segment.speaker);
  });

  it("have at least two scoring units in every segment", () => {
    for (const { place, segment } of segments) expect(segment.units?.length ?? 0, place).toBeGreaterThanOrEqual(2);
  });

  it("have no fault that would stop the build of a dialogue", async () => {
    const faults = createDialogueFaults();
    const built = await readBuildableScripts(createWorkspace(path.join(content, path.dirname(folder))), faults);
    expect(faults.lines()).toEqual([]);
    expect(built).toHaveLength(scripts.length);
  });

  it("use each word of english_words in a text that is not English", () => {
    for (const { language, id, segments: all, english_words = [] } of scripts) {
      const texts = all.map((one) => (one.speaker === language ? one.original : one.translation)).join("\n");
      for (const word of english_words) expect(texts, `${language}/${id}`).toContain(word);
    }
  });

  it('have no digits 0 to 9, "$", "%", "&" or "/", and no "Dr" or "St", in originals and translations', () => {
    for (const { place, segment } of segments) {
      expect(`${segment.original} ${segment.translation}`, place).not.toMatch(/[$%&/\d]|\b(Dr|St)\b/);
    }
  });
});

describe("the scripts of further languages", async () => {
  const scripts = await readScripts(path.join(content, "further/scripts"));
  const languages = Map.groupBy(scripts, ({ language }) => language);

  it("have six dialogues in six topics for each language", () => {
    expect(languages.size).toBeGreaterThan(0);
    for (const [language, own] of languages) {
      expect([language, own.length, new Set(own.map(({ topic }) => topic)).size]).toEqual([language, 6, 6]);
    }
  });

  it("have the exam's length, a level and a briefing, and claim no review", () => {
    for (const { language, id, segments, ...facts } of scripts) {
      const words = segments.reduce((sum, { original }) => sum + wordsOf(original), 0);
      expect(Math.abs(words - 300), `${language}/${id} has ${words} words`).toBeLessThanOrEqual(30);
      expect(facts).toMatchObject({ level: "exam", briefing: expect.stringMatching(/^[A-Z].+\.$/) });
      expect(facts.review, `${language}/${id}`).toBeUndefined();
    }
  });

  it("are in languages that content/scripts lacks, and that the synthesiser speaks", async () => {
    const sample = new Set((await readScripts(path.join(content, "scripts"))).map(({ language }) => language));
    for (const language of languages.keys()) {
      expect(sample).not.toContain(language);
      expect(espeak.speaks(language), language).toBe(true);
    }
  });
});
