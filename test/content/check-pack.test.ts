import { truncate } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { checkPack, inspectPack } from "../../content/checking/check-pack.ts";
import { listFiles } from "../../content/files/list-files.ts";
import {
  createSamplePack,
  createTemporaryDirectory,
  type PackFiles,
  readSound,
  sampleSegment,
  writeFiles,
} from "./sample-pack.ts";

const dialogue = "nepali/health/health-1/metadata.json";
const audio = "nepali/health/health-1/segments/segment-1.mp3";
const translation = "nepali/health/health-1/segments/segment-1_translated.mp3";

async function problemsAfter(edit: (files: PackFiles) => void | Promise<void>) {
  const files = await createSamplePack();
  await edit(files);
  return await checkPack(await writeFiles(files));
}

function withSegment(
  change: Partial<Record<keyof typeof sampleSegment, string>> & {
    units?: unknown;
    original_seconds?: number;
    translated_seconds?: number;
  },
) {
  return (files: PackFiles) => void files.set(dialogue, JSON.stringify([{ ...sampleSegment, ...change }]));
}

function without(name: string) {
  return (files: PackFiles) => void files.delete(name);
}

function withJson(name: string, content: unknown) {
  return (files: PackFiles) => void files.set(name, JSON.stringify(content));
}

describe("the check of a pack", () => {
  it("finds no problem in a valid pack", async () => {
    expect(await problemsAfter(() => {})).toEqual([]);
  });

  it("accepts a pack without examples, and a pack of examples alone", async () => {
    const nepali = new Map([...(await createSamplePack())].filter(([name]) => !name.startsWith("nepali/example/")));
    expect(await checkPack(await writeFiles(nepali))).toEqual([]);
    const spanish = await createSamplePack();
    for (const [name, content] of [...spanish]) {
      spanish.delete(name);
      const isExample = name.startsWith("nepali/example/");
      const inSpanish = typeof content === "string" ? content.replace("नमस्ते।", "Buenos días.") : content;
      if (!isExample) spanish.set(name.replace("nepali/", "spanish/"), inSpanish);
    }
    expect(await checkPack(await writeFiles(spanish))).toEqual([]);
    const examples = new Map([...(await createSamplePack())].filter(([name]) => name.startsWith("nepali/example/")));
    expect(await checkPack(await writeFiles(examples))).toEqual([]);
  });

  it("reports a missing or empty directory as a pack without files", async () => {
    const empty = await createTemporaryDirectory();
    for (const directory of [`${empty}/nowhere`, empty]) {
      expect(await checkPack(directory)).toEqual([{ path: ".", problem: "has no files" }]);
    }
  });

  it.each([
    ["a missing topic list", without("nepali/metadata.json"), "nepali/metadata.json", /^is missing$/],
    ["a missing list of examples", without("nepali/example/metadata.json"), "nepali/example/metadata.json", /missing/],
    [
      "a listed topic without a metadata file",
      without("nepali/health/metadata.json"),
      "nepali/health/metadata.json",
      /missing/,
    ],
    ["a listed dialogue without a metadata file", without(dialogue), dialogue, /^is missing$/],
    ["missing audio of an original", without(audio), audio, /^is missing$/],
    ["missing audio of a translation", without(translation), translation, /^is missing$/],
  ])("finds %s", async (_fault, edit, path, problem) => {
    expect(await problemsAfter(edit)).toContainEqual({ path, problem: expect.stringMatching(problem) });
  });

  it.each([
    ["text that is not JSON", "{", /is not JSON/],
    ["an unknown topic", JSON.stringify([{ id: "sports", name: "Sports" }]), /is malformed: 0\.id/],
    ["a topic without a name", JSON.stringify([{ id: "health", name: "" }]), /is malformed: 0\.name/],
    ["a topic listed twice", JSON.stringify(Array(2).fill({ id: "health", name: "Health" })), /"health" 2 times/],
    ["the examples", JSON.stringify([{ id: "example", name: "Examples" }]), /its own place/],
  ])("finds %s in a topic list", async (_fault, content, problem) => {
    const problems = await problemsAfter((files) => void files.set("nepali/metadata.json", content));
    expect(problems).toContainEqual({ path: "nepali/metadata.json", problem: expect.stringMatching(problem) });
  });

  it.each([
    ["no dialogue", [], /lists no dialogues/],
    ["an id that could leave its folder", [{ id: "../x", scenario: "X" }], /is malformed: 0\.id/],
    ["a dialogue without a title", [{ id: "health-1", scenario: "" }], /is malformed: 0\.scenario/],
    ["a dialogue listed twice", Array(2).fill({ id: "health-1", scenario: "X" }), /"health-1" 2 times/],
    ["another topic's dialogue", [{ id: "legal-1", scenario: "X" }], /"legal-1", whose prefix belongs to legal/],
  ])("finds a dialogue list with %s", async (_fault, content, problem) => {
    const problems = await problemsAfter(withJson("nepali/health/metadata.json", content));
    expect(problems).toContainEqual({ path: "nepali/health/metadata.json", problem: expect.stringMatching(problem) });
  });

  it.each([
    ["no segments", withJson(dialogue, []), /has no segments/],
    ["a segment without fields", withJson(dialogue, [{}]), /is malformed/],
    ["an audio file outside its folder", withSegment({ audio: "../segment-1.mp3" }), /is malformed: 0\.audio/],
    [
      "one audio file for two segments",
      withJson(dialogue, [sampleSegment, sampleSegment]),
      /segment-1.mp3 a second time/,
    ],
    ["no speaker", withSegment({ name: " " }), /segment 1 does not say who speaks/],
    ["no original script", withSegment({ original_script: " " }), /segment 1 has no original script/],
    ["no translated script", withSegment({ translated_script: "" }), /segment 1 has no translated script/],
    ["an unknown language", withSegment({ original_language: "klingon" }), /is malformed: 0\.original_language/],
    ["a third language", withSegment({ original_language: "hindi" }), /is in hindi, but the dialogue is between/],
    [
      "swapped texts",
      withSegment({ original_script: "नमस्ते।", translated_script: "Good morning." }),
      /segment 1 is marked as english, but its two texts seem to be swapped/,
    ],
    [
      "a translation in another writing system",
      withSegment({ translated_script: "காலை வணக்கம்" }),
      /translation that is not in the writing system of nepali/,
    ],
    [
      "a unit that is not in the segment's original",
      withSegment({ units: [{ kind: "term", original: "night", translation: "नमस्ते" }] }),
      /segment 1 has a unit "night" that its original does not contain/,
    ],
    [
      "a unit that is not in the segment's translation",
      withSegment({ units: [{ kind: "term", original: "morning", translation: "रात" }] }),
      /segment 1 has a unit "रात" that its translation does not contain/,
    ],
    [
      "a segment of 36 words",
      withSegment({ original_script: "so ".repeat(36) }),
      /segment 1 has 36 words; .* at most 35/,
    ],
  ])("finds a dialogue with %s", async (_fault, edit, problem) => {
    expect(await problemsAfter(edit)).toContainEqual({ path: dialogue, problem: expect.stringMatching(problem) });
  });

  it("finds folders that are not languages, and visible files that no metadata names", async () => {
    const problems = await problemsAfter((files) => {
      files.set("klingon/metadata.json", "[]");
      files.set("notes.txt", "x");
      files.set(".DS_Store", "x");
      files.set("nepali/health/._health-1", "x");
      files.set("nepali/health/health-1/segments/segment-2.mp3", "x");
    });
    expect(problems).toEqual([
      { path: "klingon", problem: "is not the name of a language" },
      { path: "klingon/metadata.json", problem: "is not named by any metadata" },
      { path: "nepali/health/health-1/segments/segment-2.mp3", problem: "is not named by any metadata" },
      { path: "notes.txt", problem: "is not named by any metadata" },
    ]);
  });

  it.each([
    ["empty", () => new Uint8Array(), "is empty"],
    ["not an MP3", () => new TextEncoder().encode("<html>Not found</html>".repeat(99)), "cannot be decoded as MP3"],
    ["silent", () => readSound("silence"), "is silent"],
    ["too faint", () => readSound("faint"), "is silent"],
    ["too short", () => readSound("blip"), "lasts no longer than 0.3 seconds"],
    ["truncated", async () => (await readSound("tone")).slice(0, -10), "ends too early: build or copy it again"],
    ["too large", () => new Uint8Array(11 * 1024 * 1024), "is larger than 10 MB"],
  ])("finds an audio file that is %s", async (_fault, sound, problem) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const problems = await problemsAfter(async (files) => void files.set(translation, await sound()));
    expect(problems).toEqual([{ path: translation, problem }]);
  });

  it("finds an audio file that is shorter than its metadata states, even if no frame is damaged", async () => {
    const problems = await problemsAfter(withSegment({ original_seconds: 0.5, translated_seconds: 3.2 }));
    expect(problems).toEqual([
      {
        path: translation,
        problem: expect.stringMatching(/^lasts 0\.\d seconds instead of 3\.2: build or copy it again$/),
      },
    ]);
  });

  it("accepts quiet audio whose peak is above the minimum", async () => {
    expect(await problemsAfter(async (files) => void files.set(translation, await readSound("quiet")))).toEqual([]);
  });

  it("reports a file larger than 10 MiB, and a pack larger than 2 GiB", async () => {
    const [mebibyte, sized] = [1024 * 1024, "notes.bin"];
    const problemsAt = async (bytes: number) => {
      const directory = await writeFiles((await createSamplePack()).set(sized, ""));
      const others = [...(await listFiles(directory)).values()].reduce((sum, size) => sum + size, 0);
      // A sparse file uses almost no space on the disk.
      await truncate(path.join(directory, sized), bytes > 1024 * mebibyte ? bytes - others : bytes);
      const problems = await checkPack(directory, { decode: false });
      return problems.filter(({ problem }) => problem.startsWith("is larger"));
    };
    const tooLarge = { path: sized, problem: "is larger than 10 MB" };
    expect(await problemsAt(10 * mebibyte)).toEqual([]);
    expect(await problemsAt(10 * mebibyte + 1)).toEqual([tooLarge]);
    expect(await problemsAt(2048 * mebibyte)).toEqual([tooLarge]);
    const far = { path: ".", problem: "is larger than 2048 MB in total" };
    expect(await problemsAt(2048 * mebibyte + 1)).toEqual([tooLarge, far]);
  });

  it("does not decode audio if decode is false", async () => {
    const files = await createSamplePack();
    files.set(audio, await readSound("silence"));
    expect(await checkPack(await writeFiles(files), { decode: false })).toEqual([]);
  });

  it("reports advice for a dialogue of fewer than 270 or more than 330 words", async () => {
    const adviceAt = async (words: number) => {
      const files = await createSamplePack();
      const texts = [...Array(Math.floor(words / 30)).fill(30), words % 30].filter((count) => count > 0);
      const segments = texts.map((count, index) => {
        const audio = `segment-${index + 1}.mp3`;
        for (const name of [audio, audio.replace(".mp3", "_translated.mp3")]) {
          files.set(
            `nepali/health/health-1/segments/${name}`,
            files.get("nepali/health/health-1/segments/segment-1.mp3") ?? "",
          );
        }
        return { ...sampleSegment, audio, original_script: "you ".repeat(count).trim() };
      });
      files.set(dialogue, JSON.stringify(segments));
      const { problems, advice } = await inspectPack(await writeFiles(files), { decode: false });
      expect(problems).toEqual([]);
      const ofDialogue = advice.filter(({ path: place }) => place === "nepali/health/health-1/");
      return ofDialogue.map(({ problem }) => problem).filter((problem) => problem.includes("the exam's"));
    };
    expect(await adviceAt(269)).toEqual(["has 269 words: the exam's dialogues have 270 to 330"]);
    expect(await adviceAt(270)).toEqual([]);
    expect(await adviceAt(330)).toEqual([]);
    expect(await adviceAt(331)).toEqual(["has 331 words: the exam's dialogues have 270 to 330"]);
  });

  it("accepts unknown fields, and units of an unknown kind", async () => {
    const later = { id: "health-1", scenario: "X", version: "1", later: { any: "thing" } };
    expect(await problemsAfter(withJson("nepali/health/metadata.json", [later]))).toEqual([]);
    const units = withSegment({ units: [{ kind: "tone", original: "Good", translation: "नमस्ते" }] });
    expect(await problemsAfter(units)).toEqual([]);
  });
});
