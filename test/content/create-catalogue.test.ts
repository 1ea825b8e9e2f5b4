import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { createCatalogue } from "../../content/create-catalogue.ts";
import type { LanguageName } from "../../domain/content/language.ts";
import { ScenarioList, type TopicList } from "../../domain/content/pack.ts";
import { topicIds } from "../../domain/content/scenario.ts";
import { type DrawCandidate, drawDialogues } from "../../domain/exam/exam-draw.ts";
import { exams } from "../../domain/exam/exams.ts";
import { writeFiles } from "./sample-pack.ts";

const pack = path.join(import.meta.dirname, "../../content/pack");
const foldersIn = (directory: string) =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

async function candidatesIn(language: LanguageName): Promise<DrawCandidate[]> {
  const topics = topicIds.filter((topic) => topic !== "example" && existsSync(path.join(pack, language, topic)));
  const lists = topics.map(async (topic) => {
    const text = await readFile(path.join(pack, language, topic, "metadata.json"), "utf8");
    return ScenarioList.parse(JSON.parse(text)).map(({ id, scenario, words }) => ({
      ...{ language, scenarioId: id, topic, title: scenario, words, lastHeardAt: null },
    }));
  });
  return (await Promise.all(lists)).flat();
}

it("createCatalogue counts the dialogues and topics of each language, without the examples", async () => {
  const counted = foldersIn(pack).map((language) => {
    const topics = foldersIn(path.join(pack, language)).filter((topic) => topic !== "example");
    const dialogues = topics.reduce((sum, topic) => sum + foldersIn(path.join(pack, language, topic)).length, 0);
    return { language, dialogues, topics: topics.length };
  });
  expect(counted.length).toBeGreaterThan(1);
  const { languages } = await createCatalogue(pack);
  expect(languages.map(({ language, dialogues, topics }) => ({ language, dialogues, topics }))).toEqual(counted);
});

it("createCatalogue sums the seconds of original audio of each language, without the examples", async () => {
  const secondsIn = async (language: string) => {
    const files = readdirSync(path.join(pack, language), { recursive: true, encoding: "utf8" }).filter(
      (name) => /^[^/]+\/[^/]+\/metadata\.json$/.test(name) && !name.startsWith("example/"),
    );
    const dialogues = await Promise.all(files.map((name) => readFile(path.join(pack, language, name), "utf8")));
    const segments: { original_seconds: number }[] = dialogues.flatMap((text) => JSON.parse(text));
    return segments.reduce((sum, { original_seconds }) => sum + original_seconds, 0);
  };
  for (const { language, seconds, dialogues } of (await createCatalogue(pack)).languages) {
    const spoken = await secondsIn(language);
    // The lists round the duration of each dialogue to whole seconds.
    expect(Math.abs((seconds ?? Number.NaN) - spoken), language).toBeLessThanOrEqual(dialogues / 2);
  }
});

it("createCatalogue counts the free examples, and lists no free language for a pack without examples", async () => {
  const examples = foldersIn(path.join(pack, "nepali/example")).length;
  expect(examples).toBeGreaterThan(0);
  expect((await createCatalogue(pack)).free).toEqual([{ language: "nepali", dialogues: examples }]);
  const without = await writeFiles(new Map([["urdu/metadata.json", "[]"]]));
  expect((await createCatalogue(without)).free).toEqual([]);
});

it("createCatalogue counts how many exams are possible without a repeated dialogue", async () => {
  const exam = exams["naati-ccl"];
  const { languages } = await createCatalogue(pack);
  for (const { language, exams: counted = Number.NaN } of languages) {
    const candidates = await candidatesIn(language);
    const heard = new Set<string>();
    const drawNext = (nth: number) =>
      drawDialogues(
        exam,
        candidates.map((one) => ({ ...one, lastHeardAt: heard.has(one.scenarioId) ? nth : null })),
        nth,
      );
    for (let nth = 1; nth <= counted; nth += 1) {
      const drawn = drawNext(nth);
      const ids = drawn.kind === "drawn" ? drawn.dialogues.map(({ scenarioId }) => scenarioId) : [];
      expect(
        ids.filter((id) => heard.has(id)),
        `${language}, exam ${nth}`,
      ).toEqual([]);
      expect(ids).toHaveLength(exam.dialogues.value.count);
      for (const id of ids) heard.add(id);
    }
    const more = drawNext(counted + 1);
    const repeated = more.kind === "too-few" || more.dialogues.some(({ scenarioId }) => heard.has(scenarioId));
    expect(repeated, `${language} has no more`).toBe(true);
  }
});

describe("the catalogue's entry of a language", () => {
  type Topic = { listed: Omit<TopicList[number], "id" | "name">; dialogues?: Omit<ScenarioList[number], "scenario">[] };

  const catalogued = async (topics: { health?: Topic; legal?: Topic }) => {
    const list = Object.entries(topics).map(([id, { listed }]) => ({ id, name: id, ...listed }));
    const files = new Map([["urdu/metadata.json", JSON.stringify(list)]]);
    for (const [topic, { dialogues }] of Object.entries(topics)) {
      const scenarios = dialogues?.map((dialogue) => ({ scenario: "A talk", ...dialogue }));
      if (scenarios) files.set(`urdu/${topic}/metadata.json`, JSON.stringify(scenarios));
    }
    return (await createCatalogue(await writeFiles(files))).languages;
  };
  const told: Topic = { listed: { dialogues: 3, of_exam_length: 2, seconds: 500 } };
  const sums = { language: "urdu", dialogues: 5, of_exam_length: 3, seconds: 740, topics: 2, exams: 1 };

  test("is created from the language's list if that list has all figures", async () => {
    const legal: Topic = { listed: { dialogues: 2, of_exam_length: 1, seconds: 240 } };
    expect(await catalogued({ health: told, legal })).toEqual([sums]);
  });

  test("uses a topic's own list if the language's list lacks a figure of the topic", async () => {
    const dialogues = [
      { id: "legal-1", words: 300, seconds: 140 },
      { id: "legal-2", words: 269, seconds: 100 },
    ];
    expect(await catalogued({ health: told, legal: { listed: {}, dialogues } })).toEqual([sums]);
    expect(await catalogued({ health: told, legal: { listed: { dialogues: 2 }, dialogues } })).toEqual([sums]);
  });

  test("omits seconds, exams and of_exam_length if a dialogue lacks words and seconds", async () => {
    const silent = [{ id: "legal-1", words: 300, seconds: 140 }, { id: "legal-2" }];
    expect(await catalogued({ health: told, legal: { listed: {}, dialogues: silent } })).toEqual([
      { language: "urdu", dialogues: 5, topics: 2 },
    ]);
  });

  test("is missing if the language has no dialogues", async () => {
    expect(await catalogued({})).toEqual([]);
    expect(await catalogued({ legal: { listed: {}, dialogues: [] } })).toEqual([]);
  });
});
