import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { buildPack } from "../../../content/building/build-pack.ts";
import type { Workspace } from "../../../content/building/workspace.ts";
import { checkPack } from "../../../content/checking/check-pack.ts";
import { amplify } from "../../../content/sound/waveform.ts";
import { build as buildCommand } from "../../../operations/content/build.ts";
import { check as checkCommand } from "../../../operations/content/check.ts";
import { captureOutput } from "../capture-output.ts";
import { createTemporaryDirectory } from "../sample-pack.ts";
import { encodeTestWav, syllables } from "../sound/generated-sound.ts";
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

const printed = captureOutput();
// `check` stores its findings about audio files in this folder. With an empty folder, `check` examines every file.
beforeEach(async () => void vi.stubEnv("PARLANCE_STATE", await createTemporaryDirectory()));
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const hasEspeak = spawnSync("espeak-ng", ["--version"]).status === 0;
const second = dialogue({ id: "health-2" });
const untitled = dialogue({ id: "health-2", title: "" });
const thai = dialogue({ segments: [{ ...greeting, translation: "สวัสดีตอนเช้า" }] });

const build = async (workspace: Workspace, voice = createBuzzingVoice()) =>
  await buildPack({ workspace, voices: [voice.voice] });
const dialoguesIn = async ({ pack }: Workspace) =>
  Object.keys(await readFilesIn(pack)).filter((name) => name.split("/").length === 4);
const health = (number: number) => `nepali/health/health-${number}/metadata.json`;

it("a build includes the dialogues that a voice speaks, and names one that no voice speaks", async () => {
  const workspace = await createTestWorkspace(dialogue(), second);
  await writeTestScript(workspace, thai, "thai");
  const voice = createBuzzingVoice({ speaks: (language) => language !== "thai" });
  const built = await build(workspace, voice);
  expect(built).toMatchObject({ made: 8, unbuilt: ["thai/health/health-1"] });
  expect(built.faults).toEqual([
    "thai/health/health-1: no voice speaks these texts: 1 in thai. Record them, or choose another voice (--voice polly).",
  ]);
  expect(await dialoguesIn(workspace)).toEqual([health(1), health(2)]);
  expect(await checkPack(workspace.pack, { decode: false })).toEqual([]);
});

it.each<[string, (workspace: Workspace) => Promise<void>, RegExp]>([
  [
    "malformed JSON",
    ({ scripts }) => writeFile(path.join(scripts, "nepali/health/health-2.json"), "{"),
    /^nepali\/health\/health-2\.json is not JSON/,
  ],
  [
    "a text in another language",
    (workspace) =>
      writeTestScript(workspace, {
        ...second,
        ...dialogue({ segments: [{ ...answer, original: "Ελλάδα" }] }),
        id: "health-2",
      }),
    /^scripts\/nepali\/health\/health-2\.json: segment 1 .*writing system/,
  ],
  [
    "a recording without a segment",
    (workspace) => addRecording(workspace, "nepali/health/health-2/segment-9.wav", "x"),
    /^recordings\/nepali\/health\/health-2\/segment-9: no script has this segment/,
  ],
  [
    "two recordings of a segment",
    async (workspace) => {
      for (const ending of ["mp3", "wav"])
        await addRecording(workspace, `nepali/health/health-2/segment-1.${ending}`, "x");
    },
    /^recordings\/nepali\/health\/health-2\/segment-1\.wav: .*keep one/,
  ],
  [
    "an empty recording",
    (workspace) => addRecording(workspace, "nepali/health/health-2/segment-1.wav", ""),
    /^nepali\/health\/health-2\/segment-1: the file is empty/,
  ],
])("a build does not change a dialogue with %s, but builds the other dialogue", async (_, damage, fault) => {
  const workspace = await createTestWorkspace(dialogue(), second);
  await build(workspace);
  const before = await readFilesIn(workspace.pack);
  await writeTestScript(
    workspace,
    dialogue({ segments: [greeting, answer, { ...answer, original: "धन्यवाद।", translation: "Thanks." }] }),
  );
  await damage(workspace);
  const built = await build(workspace);
  expect(built).toMatchObject({ made: 2, unbuilt: ["nepali/health/health-2"], faults: [expect.stringMatching(fault)] });
  const after = await readFilesIn(workspace.pack);
  const ofSecond = Object.entries(before).filter(([name]) => name.includes("/health-2/"));
  expect(after).toMatchObject(Object.fromEntries(ofSecond));
  expect(after[health(1)]).not.toBe(before[health(1)]);
  expect(await checkPack(workspace.pack, { decode: false })).toEqual([]);
});

it("a build reuses a dialogue's earlier audio after a fault is corrected", async () => {
  const workspace = await createTestWorkspace(dialogue(), second);
  await build(workspace);
  const before = await readFilesIn(workspace.pack);
  await writeTestScript(workspace, untitled);
  await build(workspace);
  await writeTestScript(workspace, second);
  expect(await build(workspace)).toMatchObject({ made: 0, reused: 8, unbuilt: [], faults: [] });
  expect(await readFilesIn(workspace.pack)).toEqual(before);
});

it("a build omits an invalid dialogue that has no intact earlier version", async () => {
  const workspace = await createTestWorkspace(dialogue(), second);
  await build(workspace);
  await writeTestScript(workspace, untitled);
  await writeTestScript(workspace, { ...untitled, id: "health-3" });
  const [audio = ""] = Object.keys(await readFilesIn(workspace.pack)).filter((name) => /health-2.*mp3/.test(name));
  await writeFile(path.join(workspace.pack, audio), "damaged");
  expect(await build(workspace)).toMatchObject({ unbuilt: ["nepali/health/health-2", "nepali/health/health-3"] });
  expect(await dialoguesIn(workspace)).toEqual([health(1)]);
  expect(await checkPack(workspace.pack, { decode: false })).toEqual([]);
});

it.skipIf(!hasEspeak)(
  "the build command exits with 1 after a fault, and names the fault and the dialogue",
  async () => {
    const workspace = await createTestWorkspace(dialogue(), second);
    await writeTestScript(workspace, untitled);
    expect(await buildCommand.run([path.dirname(workspace.scripts)])).toBe(1);
    expect(printed.error).toMatch(/^nepali\/health\/health-2\.json is malformed: title/);
    expect(printed.error).toContain(
      "1 dialogue was not built: nepali/health/health-2. The pack keeps earlier versions that are intact.\n",
    );
    expect(printed.out).toContain("4 audio files made");
  },
);

it.skipIf(!hasFfmpeg)(
  "the check command reports a too loud and a too quiet recording, even after a build reused their audio",
  async () => {
    const workspace = await createTestWorkspace(dialogue());
    const { samples, rate } = amplify(syllables(2, -12), 30);
    const clipped = { samples: samples.map((sample) => Math.max(-1, Math.min(1, sample))), rate };
    const quiet = amplify(syllables(2, -12), -21);
    await addRecording(workspace, "nepali/health/health-1/segment-1.wav", encodeTestWav(clipped));
    await addRecording(workspace, "nepali/health/health-1/segment-2.wav", encodeTestWav(quiet));
    await addRecording(workspace, "nepali/health/health-1/segment-2_translated.wav", encodeTestWav(syllables(2)));
    await build(workspace);
    await build(workspace);
    const directory = path.dirname(workspace.scripts);
    expect(await checkCommand.run([directory])).toBe(0);
    const place = "! recordings/nepali/health/health-1";
    const advice = printed.out.split("\n").filter((line) => line.startsWith(place));
    expect(advice).toEqual([
      expect.stringMatching(/segment-1: was recorded too loudly: \d+(\.\d)? % of it is cut off/),
      expect.stringMatching(/segment-2: was recorded too quietly \(-4\d(\.\d)? LUFS\)/),
    ]);
  },
);
