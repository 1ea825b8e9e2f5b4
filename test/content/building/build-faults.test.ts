import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { buildPack } from "../../../content/building/build-pack.ts";
import type { Workspace } from "../../../content/building/workspace.ts";
import { MissingProgramError } from "../../../content/files/run-program.ts";
import type { Utterance } from "../../../content/voices/voice.ts";
import { silence } from "../sound/generated-sound.ts";
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

const disk = vi.hoisted(() => ({ writesLeft: Number.POSITIVE_INFINITY }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    writeFile: async (file: string, content: string | Buffer) => {
      disk.writesLeft -= 1;
      if (disk.writesLeft >= 0) return await real.writeFile(file, content);
      await real.writeFile(file, content.slice(0, content.length / 2));
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    },
  };
});

const build = async (workshop: Workspace, { voice } = createBuzzingVoice()) =>
  await buildPack({ workspace: workshop, voices: [voice] });
const stateOf = async ({ pack, manifest }: Workspace) => ({
  pack: await readFilesIn(pack),
  manifest: await readFile(manifest, "utf8").catch(() => null),
});
const evening = dialogue({ segments: [{ ...greeting, original: "Good evening.", translation: "शुभ सन्ध्या।" }, answer] });

function createFailingVoice(error: Error, fails: (utterance: Utterance) => boolean) {
  const { voice, said } = createBuzzingVoice();
  const say = async (utterance: Utterance) => {
    if (fails(utterance)) throw error;
    return await voice.say(utterance);
  };
  return { voice: { ...voice, say }, said };
}

describe("a build that cannot be finished", () => {
  it("stops before any synthesis if a title and a text are too long", async () => {
    const endless = { ...greeting, original: "x".repeat(2001) };
    const workshop = await createTestWorkspace(dialogue({ title: "x".repeat(201), segments: [endless, answer] }));
    const speaking = createBuzzingVoice();
    await expect(build(workshop, speaking)).rejects.toThrow(
      /health-1\.json: has a title of more than 200 characters\n.*segment 1 is longer than 2,000 characters/,
    );
    expect(speaking.said).toEqual([]);
  });

  it("names every failed audio file, and does not change the pack", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await build(workshop);
    const before = await stateOf(workshop);
    const segments = [evening.segments[0], { ...answer, original: "धन्यवाद।", translation: "Thank you." }];
    await writeTestScript(workshop, dialogue({ segments }));
    const broken = createFailingVoice(new Error("the line is dead"), ({ language }) => language === "nepali");
    await expect(build(workshop, broken)).rejects.toThrow(
      "nepali/health/health-1/segment-1_translated: the line is dead\nnepali/health/health-1/segment-2: the line is dead",
    );
    expect(await stateOf(workshop)).toEqual(before);

    const mended = createBuzzingVoice();
    expect(await build(workshop, mended)).toMatchObject({ made: 2, reused: 2 });
    expect([...broken.said, ...mended.said].map(({ text }) => text).toSorted()).toEqual(
      ["Good evening.", "Thank you.", "धन्यवाद।", "शुभ सन्ध्या।"].toSorted(),
    );
  });

  it("stops if a required program is missing", async () => {
    const more = Array.from({ length: 8 }, (_, at) => ({ ...answer, original: "नमस्ते। ".repeat(at + 2).trim() }));
    const workshop = await createTestWorkspace(dialogue({ segments: [greeting, answer, ...more] }));
    const broken = createFailingVoice(
      new MissingProgramError("This needs espeak-ng"),
      ({ text }) => text === "Good morning.",
    );
    await expect(build(workshop, broken)).rejects.toThrow(MissingProgramError);
    // Texts are synthesised in parallel, so other texts may have been started before the failure.
    expect(broken.said.length).toBeLessThanOrEqual(availableParallelism());
    expect(await stateOf(workshop)).toEqual({ pack: {}, manifest: null });
  });

  it("stops after an interruption, and continues when it is repeated", async () => {
    const texts = Array.from({ length: 8 }, (_, at) => "नमस्ते। ".repeat(at + 2).trim());
    const segments = texts.map((original) => ({ ...answer, original, translation: `Hello. ${original.length}` }));
    const workshop = await createTestWorkspace(dialogue({ segments }));
    const [first, controller] = [createBuzzingVoice(), new AbortController()];
    const told: [number, number][] = [];
    const report = (done: number, total: number) => {
      told.push([done, total]);
      controller.abort();
    };
    const interrupted = buildPack({ workspace: workshop, voices: [first.voice], report, signal: controller.signal });
    await expect(interrupted).rejects.toThrow(
      "Interrupted. Finished audio files are kept: repeat the command to continue.",
    );
    expect(await stateOf(workshop)).toEqual({ pack: {}, manifest: null });
    expect(told[0]).toEqual([1, 16]);
    expect(first.said.length).toBeLessThan(16);

    const second = createBuzzingVoice();
    expect(await build(workshop, second)).toMatchObject({ reused: told.length, made: 16 - told.length });
    const once = await createTestWorkspace(dialogue({ segments }));
    await build(once);
    expect(await stateOf(workshop)).toEqual(await stateOf(once));
  });

  it("names the segment whose audio is silent", async () => {
    const { voice } = createBuzzingVoice({ say: async () => silence(1) });
    await expect(build(await createTestWorkspace(dialogue()), { voice, said: [] })).rejects.toThrow(
      "nepali/health/health-1/segment-1: it is silent",
    );
  });

  it("does not change the pack if the disk is full, and stores finished audio for the next build", async () => {
    for (let writes = 0; ; writes += 1) {
      const workshop = await createTestWorkspace(dialogue());
      await build(workshop);
      const before = await stateOf(workshop);
      await writeTestScript(workshop, evening);
      const voice = createBuzzingVoice();
      disk.writesLeft = writes;
      const outcome = await build(workshop, voice).catch((error: unknown) => error);
      disk.writesLeft = Number.POSITIVE_INFINITY;
      if (!(outcome instanceof Error)) {
        // The build writes two audio files with notes, their two copies, at least one metadata file and the manifest.
        expect(writes).toBeGreaterThanOrEqual(8);
        return;
      }
      expect(outcome).toMatchObject({ code: "ENOSPC" });
      expect(await stateOf(workshop)).toEqual(before);
      await build(workshop, voice);
      const [first] = await readSegments(workshop);
      expect(first.original_script).toBe("Good evening.");
      // The repeated build synthesises only the texts whose audio was not stored completely.
      expect(voice.said.length).toBeLessThanOrEqual(writes < 4 ? 4 : 2);
    }
  });
});

const readSegments = async ({ pack }: Workspace) =>
  JSON.parse(await readFile(path.join(pack, "nepali/health/health-1/metadata.json"), "utf8"));

describe("the check before any synthesis", () => {
  async function expectRefused(workshop: Workspace, sentence: string | RegExp, voice = createBuzzingVoice()) {
    await expect(build(workshop, voice)).rejects.toThrow(sentence);
    expect(voice.said).toEqual([]);
    expect(await stateOf(workshop)).toEqual({ pack: {}, manifest: null });
  }

  it("names all faults of all scripts at once", async () => {
    const long = Array.from({ length: 36 }, () => "word").join(" ");
    const unit = { kind: "number", original: "seven", translation: "सात" };
    const workshop = await createTestWorkspace(
      dialogue({
        segments: [
          { ...greeting, original: long },
          { ...answer, original: "Hello.", translation: "नमस्ते।" },
        ],
      }),
      dialogue({ id: "health-2", segments: [{ ...greeting, units: [unit] }] }),
    );
    const refusal = await build(workshop).catch((error: Error) => error.message);
    expect(String(refusal).split("\n")).toEqual([
      expect.stringMatching(/^scripts\/nepali\/health\/health-1\.json: segment 1 has 36 words/),
      expect.stringMatching(/^scripts\/nepali\/health\/health-1\.json: segment 2 .*seem to be swapped/),
      expect.stringMatching(/^scripts\/nepali\/health\/health-2\.json: segment 1 has a unit "seven"/),
      expect.stringMatching(/^scripts\/nepali\/health\/health-2\.json: segment 1 has a unit "सात"/),
    ]);
    await expectRefused(workshop, "segment 1 has 36 words");
  });

  it("names recordings without a segment, duplicates and files that are not audio", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await addRecording(workshop, "nepali/health/health-1/segment-3.wav", "a");
    await addRecording(workshop, "nepali/health/health-7/originals.wav", "a");
    const strays = ["health-1/segment-3", "health-7/originals"].map(
      (key) => `recordings/nepali/health/${key}: no script has this segment; rename or remove it`,
    );
    await expectRefused(workshop, strays.join("\n"));
    await addRecording(workshop, "nepali/health/health-1/segment-1.wav", "a");
    await addRecording(workshop, "nepali/health/health-1/segment-1.mp3", "a");
    await addRecording(workshop, "nepali/notes.docx", "a");
    const refusal = String(await build(workshop).catch((error: Error) => error.message));
    expect(refusal).toContain("is for the same segment; keep one");
    expect(refusal).toContain("recordings/nepali/notes.docx: has to be one of .wav, .flac, .mp3, .m4a, .ogg");
  });

  it("names words in english_words that no non-English text contains", async () => {
    await expectRefused(
      await createTestWorkspace(dialogue({ english_words: ["Good"] })),
      "scripts/nepali/health/health-1.json: has “Good” in english_words, but in no text in nepali",
    );
  });

  it("names languages without a voice", async () => {
    const english = createBuzzingVoice({ speaks: (language) => language === "english" });
    await expectRefused(
      await createTestWorkspace(dialogue()),
      "nepali/health/health-1: no voice speaks these texts: 2 in nepali. Record them, or choose another voice (--voice polly).",
      english,
    );
  });

  it("reports a workspace without scripts", async () => {
    await expectRefused(
      await createTestWorkspace(),
      /^There is no script in .*scripts: write one, or import a table\.$/,
    );
  });

  it("requires a confirmation of the price", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const dear = createBuzzingVoice({ speakerOf: () => "Olivia (neural)", priceOf: ({ text }) => text.length });
    await expectRefused(workshop, "Nothing was made, because you did not agree to the price.", dear);
    const agreesToPay = vi.fn(async (_usd: number, _bySpeaker: ReadonlyMap<string, number>) => false);
    await expect(buildPack({ workspace: workshop, voices: [dear.voice], confirmPayment: agreesToPay })).rejects.toThrow(
      "did not agree to the price",
    );
    const [english, nepali] = ["Good morning.Hello.".length, "शुभ प्रभात।नमस्ते।".length];
    const bySpeaker = new Map([
      ["english: Olivia (neural)", english],
      ["nepali: Olivia (neural)", nepali],
    ]);
    expect(agreesToPay.mock.calls).toEqual([[english + nepali, bySpeaker]]);
    expect(dear.said).toEqual([]);
  });

  it("asks to confirm only the price of missing audio, even after a failed build", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const dear = createBuzzingVoice({ priceOf: () => 1 });
    const agreesToPay = vi.fn(async (_usd: number) => true);
    const say = async (utterance: Utterance) => {
      if (utterance.text === "Hello.") throw new Error("the line is dead");
      return await dear.voice.say(utterance);
    };
    const broken = buildPack({ workspace: workshop, voices: [{ ...dear.voice, say }], confirmPayment: agreesToPay });
    await expect(broken).rejects.toThrow("the line is dead");
    await buildPack({ workspace: workshop, voices: [dear.voice], confirmPayment: agreesToPay });
    await buildPack({ workspace: workshop, voices: [dear.voice], confirmPayment: agreesToPay });
    expect(agreesToPay.mock.calls.map(([usd]) => usd)).toEqual([4, 1]);
  });
});
