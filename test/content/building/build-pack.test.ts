import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { buildPack } from "../../../content/building/build-pack.ts";
import type { Workspace } from "../../../content/building/workspace.ts";
import { checkPack } from "../../../content/checking/check-pack.ts";
import { listFiles } from "../../../content/files/list-files.ts";
import type { Voice } from "../../../content/voices/voice.ts";
import { withFakeProgram } from "../fake-program.ts";
import { encodeTestWav, noise, syllables } from "../sound/generated-sound.ts";
import {
  addRecording,
  answer,
  createBuzzingVoice,
  createTestWorkspace,
  dialogue,
  greeting,
  readFilesIn,
  writeTestScript,
} from "./test-workspace.ts";

const folder = "nepali/health/health-1";
const build = async (workshop: Workspace, ...voices: Voice[]) => await buildPack({ workspace: workshop, voices });
const readJson = async (...parts: string[]) => JSON.parse(await readFile(path.join(...parts), "utf8"));
const listed = async ({ pack }: Workspace) => (await readJson(pack, "nepali/health/metadata.json"))[0];

describe("building a pack", () => {
  it("writes the expected metadata files, and puts hashes into the audio names of a dialogue", async () => {
    const workshop = await createTestWorkspace(dialogue(), dialogue({ id: "example-1", title: "A first visit" }));
    expect(await build(workshop, createBuzzingVoice().voice)).toMatchObject({ made: 8, reused: 0, removed: 0 });
    expect(await checkPack(workshop.pack)).toEqual([]);
    const names = [...(await listFiles(workshop.pack)).keys()];
    expect(names.filter((name) => name.endsWith(".json"))).toEqual([
      "nepali/example/example-1/metadata.json",
      "nepali/example/metadata.json",
      "nepali/health/health-1/metadata.json",
      "nepali/health/metadata.json",
      "nepali/metadata.json",
    ]);
    const sounds = names.filter((name) => name.startsWith(`${folder}/segments/`)).map((name) => path.basename(name));
    expect(sounds).toHaveLength(4);
    for (const name of sounds) expect(name).toMatch(/^segment-[12]-[0-9a-f]{8}(_translated)?\.mp3$/);
  });

  it("writes the fields of the format for a dialogue and its segments", async () => {
    const units = [{ kind: "key-idea", original: "Good", translation: "शुभ" }];
    const more = {
      briefing: "A doctor sees a patient.",
      licence: "CC BY 4.0",
      segments: [{ ...greeting, units }, answer],
    };
    const workshop = await createTestWorkspace(dialogue(more));
    await build(workshop, createBuzzingVoice().voice);
    const [first, second] = await readJson(workshop.pack, folder, "metadata.json");
    const hashed = expect.stringMatching(/^segment-1-[0-9a-f]{8}\.mp3$/);
    expect(first).toEqual({
      ...{ name: "Doctor", audio: hashed, original_language: "english", units },
      ...{ original_script: "Good morning.", translated_script: "शुभ प्रभात।" },
      ...{ original_seconds: expect.closeTo(0.95, 0), translated_seconds: expect.closeTo(0.95, 0) },
    });
    expect(second).not.toHaveProperty("units");
    const seconds = Math.round(first.original_seconds + second.original_seconds);
    expect(await listed(workshop)).toEqual({
      id: "health-1",
      scenario: "At the doctor's",
      version: expect.stringMatching(/^[0-9a-f]{10}$/),
      briefing: "A doctor sees a patient.",
      speakers: [
        { name: "Doctor", language: "english" },
        { name: "Patient", language: "nepali" },
      ],
      // The words of "Good morning." and "नमस्ते।".
      words: 3,
      seconds,
      licence: { text: "CC BY 4.0", voices: "synthetic" },
      voice_fit: "model",
    });
    expect(await readJson(workshop.pack, "nepali/metadata.json")).toEqual([
      { id: "health", name: "Health", dialogues: 1, seconds, of_exam_length: 0 },
    ]);
  });

  it("creates the same bytes from the same input", async () => {
    const [one, other] = [await createTestWorkspace(dialogue()), await createTestWorkspace(dialogue())];
    for (const workshop of [one, other]) await build(workshop, createBuzzingVoice().voice);
    expect(await readFilesIn(one.pack)).toEqual(await readFilesIn(other.pack));
    expect(await readFile(one.manifest, "utf8")).toBe(await readFile(other.manifest, "utf8"));
  });

  it("prefers a person's recording to a synthetic voice", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await withFakeProgram("ffmpeg", { writes: encodeTestWav(syllables(2)).subarray(44) });
    await addRecording(workshop, `${folder}/segment-2.M4A`, "what a telephone recorded");
    const { voice, said } = createBuzzingVoice();
    await build(workshop, voice);
    expect(said.map(({ text }) => text).toSorted()).toEqual(["Good morning.", "Hello.", "शुभ प्रभात।"]);
    const [, second] = await readJson(workshop.pack, folder, "metadata.json");
    expect(second.original_seconds).toBeCloseTo(2.3, 0);
    expect((await listed(workshop)).licence).toEqual({ text: "All rights reserved", voices: "both" });
  });

  it("uses for each text a voice of the speaker's sex", async () => {
    const { voice, said } = createBuzzingVoice();
    await build(await createTestWorkspace(dialogue({ voices: { nepali: "man" } })), voice);
    const sexes = Object.fromEntries(said.map(({ text, sex }) => [text, sex]));
    expect(sexes).toEqual({ "Good morning.": "woman", "शुभ प्रभात।": "woman", "नमस्ते।": "man", "Hello.": "man" });
  });

  it("synthesises only changed audio, and removes unused files", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const { voice, said } = createBuzzingVoice();
    await build(workshop, voice);
    expect(await build(workshop, voice)).toMatchObject({ made: 0, reused: 4, removed: 0 });
    await writeTestScript(workshop, dialogue({ segments: [{ ...greeting, original: "Good evening." }, answer] }));
    // Both file names contain a hash of the segment's two audio files, so both files are renamed.
    expect(await build(workshop, voice)).toMatchObject({ made: 1, reused: 3, removed: 2 });
    expect(said.slice(4).map(({ text }) => text)).toEqual(["Good evening."]);
    expect(await checkPack(workshop.pack)).toEqual([]);
  });

  it("does not rewrite the topic list if only a speaker's role has changed", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await build(workshop, createBuzzingVoice().voice);
    const [list = "", text = ""] = ["nepali/metadata.json", `${folder}/metadata.json`].map((name) =>
      path.join(workshop.pack, name),
    );
    const before = new Date("2020-01-01");
    for (const file of [list, text]) await utimes(file, before, before);
    await writeTestScript(workshop, dialogue({ segments: [{ ...greeting, role: "Nurse" }, answer] }));
    await build(workshop, createBuzzingVoice().voice);
    expect((await stat(list)).mtime).toEqual(before);
    expect(await readFile(text, "utf8")).toContain('"name": "Nurse"');
  });

  it("restores an audio file that was changed by hand, and removes an unknown file", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await build(workshop, createBuzzingVoice().voice);
    const [sound = ""] = [...(await listFiles(workshop.pack)).keys()].filter((name) =>
      name.endsWith("_translated.mp3"),
    );
    const right = await readFile(path.join(workshop.pack, sound));
    await writeFile(path.join(workshop.pack, sound), "something else");
    await writeFile(path.join(workshop.pack, "notes.txt"), "mine");
    expect(await build(workshop, createBuzzingVoice().voice)).toMatchObject({ made: 1, reused: 3, removed: 1 });
    expect((await readFile(path.join(workshop.pack, sound))).equals(right)).toBe(true);
    expect(await checkPack(workshop.pack)).toEqual([]);
  });

  it("synthesises a text once if one voice speaks it repeatedly", async () => {
    const { voice, said } = createBuzzingVoice();
    const workshop = await createTestWorkspace(dialogue({ segments: [greeting, answer, greeting, greeting] }));
    expect(await build(workshop, voice)).toMatchObject({ made: 8, reused: 0 });
    expect(said).toHaveLength(4);
    expect(await checkPack(workshop.pack)).toEqual([]);
  });

  it("reports its progress", async () => {
    const report = vi.fn();
    await buildPack({ workspace: await createTestWorkspace(dialogue()), voices: [createBuzzingVoice().voice], report });
    expect(report.mock.calls).toEqual([1, 2, 3, 4].map((done) => [done, 4]));
  });

  it("uses a new preferred voice for changed texts, and the existing audio for other texts", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const plain = createBuzzingVoice();
    await build(workshop, plain.voice);
    const fine = createBuzzingVoice({ name: "polly" });
    expect(await build(workshop, fine.voice, plain.voice)).toMatchObject({ made: 0, reused: 4 });
    await writeTestScript(workshop, dialogue({ segments: [{ ...greeting, original: "Good evening." }, answer] }));
    expect(await build(workshop, fine.voice, plain.voice)).toMatchObject({ made: 1, reused: 3 });
    expect(fine.said.map(({ text }) => text)).toEqual(["Good evening."]);
    // Audio of a voice that is not among the build's voices is outdated.
    expect(await build(workshop, plain.voice)).toMatchObject({ made: 1, reused: 3 });
  });

  it("writes the lowest voice fitness of a dialogue, even if its audio is reused", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const plain = createBuzzingVoice({ fitFor: (language) => (language === "nepali" ? "comprehension" : "model") });
    await build(workshop, plain.voice);
    expect(await listed(workshop)).toMatchObject({ voice_fit: "comprehension" });
    const fine = createBuzzingVoice({ name: "polly" });
    await build(workshop, fine.voice, plain.voice);
    expect(await listed(workshop)).toMatchObject({ voice_fit: "comprehension" });
    await build(workshop, fine.voice);
    expect(await listed(workshop)).toMatchObject({ voice_fit: "model" });
  });

  it("passes English words to the voice only for non-English texts that contain them", async () => {
    const { voice, said } = createBuzzingVoice();
    const segments = [{ ...greeting, original: "Medicare, please.", translation: "Medicare कार्ड दिनुहोस्।" }, answer];
    await build(await createTestWorkspace(dialogue({ english_words: ["Medicare"], segments })), voice);
    expect(said.filter(({ englishWords }) => englishWords)).toEqual([
      { language: "nepali", sex: expect.anything(), text: "Medicare कार्ड दिनुहोस्।", englishWords: ["Medicare"] },
    ]);
  });

  it("uses the first voice that speaks the language", async () => {
    const english = createBuzzingVoice({ name: "polly", speaks: (language) => language === "english" });
    const other = createBuzzingVoice();
    await build(await createTestWorkspace(dialogue()), english.voice, other.voice);
    expect(english.said.map(({ language }) => language)).toEqual(["english", "english"]);
    expect(other.said.map(({ language }) => language)).toEqual(["nepali", "nepali"]);
  });
});

describe("the version of a dialogue", () => {
  async function versionAfter(
    change: (workshop: Workspace) => Promise<void>,
  ): Promise<[before: string, after: string]> {
    const workshop = await createTestWorkspace(dialogue());
    await build(workshop, createBuzzingVoice().voice);
    const { version: before } = await listed(workshop);
    await change(workshop);
    await build(workshop, createBuzzingVoice().voice);
    return [before, (await listed(workshop)).version];
  }

  it.each([
    ["a changed original", [{ ...greeting, original: "Good evening." }, answer]],
    ["a changed translation", [greeting, { ...answer, translation: "Good day." }]],
    ["an added segment", [greeting, answer, greeting]],
    ["another order of the segments", [answer, greeting]],
  ])("changes with %s", async (_case, segments) => {
    const [before, after] = await versionAfter((workshop) => writeTestScript(workshop, dialogue({ segments })));
    expect(after).not.toBe(before);
  });

  it("changes if only its audio changes", async () => {
    const [before, after] = await versionAfter(async (workshop) => {
      await withFakeProgram("ffmpeg", { writes: encodeTestWav(noise(1, -6)).subarray(44) });
      await addRecording(workshop, `${folder}/segment-1_translated.wav`, "recorded");
    });
    expect(after).not.toBe(before);
  });

  it("does not change with the title, briefing, licence, roles or units, or with an added dialogue", async () => {
    const unit = { kind: "term", original: "Good", translation: "शुभ" };
    const [before, after] = await versionAfter(async (workshop) => {
      const segments = [{ ...greeting, role: "Nurse", units: [unit] }, answer];
      await writeTestScript(workshop, dialogue({ title: "At the nurse's", briefing: "B.", licence: "CC0", segments }));
      await writeTestScript(workshop, dialogue({ id: "health-2", title: "Another" }));
    });
    expect(after).toBe(before);
  });
});
