import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type BuildOptions, buildPack } from "../../../content/building/build-pack.ts";
import { formatTime } from "../../../content/building/long-recording.ts";
import { concatenate, encodeTestWav, silence, syllables } from "../sound/generated-sound.ts";
import { addRecording, createBuzzingVoice, createTestWorkspace, dialogue, readFilesIn } from "./test-workspace.ts";

const folder = "nepali/health/health-1";
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

const originals = encodeTestWav(concatenate(silence(1), syllables(1), silence(2), syllables(2.5), silence(1)));

type Agrees = NonNullable<BuildOptions["confirmCuts"]>;
const agreeing = () => vi.fn<Agrees>(async () => true);

describe.skipIf(!hasFfmpeg)("one recording of all segments (skipped where ffmpeg is not installed)", () => {
  it("is cut at silences after a confirmation", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await addRecording(workshop, `${folder}/originals.wav`, originals);
    const { voice, said } = createBuzzingVoice();
    const agreesToCuts = agreeing();
    const built = await buildPack({ workspace: workshop, voices: [voice], confirmCuts: agreesToCuts });
    expect(agreesToCuts.mock.calls).toEqual([
      [
        [
          {
            file: `recordings/${folder}/originals.wav`,
            cuts: [
              { from: expect.closeTo(1, 1), to: expect.closeTo(2, 1), text: "Good morning." },
              { from: expect.closeTo(4, 1), to: expect.closeTo(6.5, 1), text: "नमस्ते।" },
            ],
          },
        ],
      ],
    ]);
    expect(said.map(({ text }) => text).toSorted()).toEqual(["Hello.", "शुभ प्रभात।"]);
    expect(built.recordings.map(({ voice: whose }) => whose)).toEqual(["human", "synthetic", "human", "synthetic"]);
    const segments = JSON.parse(await readFile(path.join(workshop.pack, folder, "metadata.json"), "utf8"));
    // The audio is the speech with 0.1 s before and 0.2 s after it, plus a few frames of the encoder.
    for (const [index, seconds] of [1.3, 2.8].entries()) {
      expect(segments[index].original_seconds).toBeGreaterThan(seconds - 0.05);
      expect(segments[index].original_seconds).toBeLessThan(seconds + 0.15);
    }
  });

  it("needs no second confirmation while it is unchanged", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await addRecording(workshop, `${folder}/originals.wav`, originals);
    const agreesToCuts = agreeing();
    const options = { workspace: workshop, voices: [createBuzzingVoice().voice], confirmCuts: agreesToCuts };
    await buildPack(options);
    expect(await buildPack(options)).toMatchObject({ made: 0, reused: 4 });
    expect(agreesToCuts).toHaveBeenCalledTimes(1);
    await addRecording(
      workshop,
      `${folder}/originals.wav`,
      encodeTestWav(concatenate(syllables(1), silence(1.5), syllables(1))),
    );
    expect(await buildPack(options)).toMatchObject({ made: 2, reused: 2 });
    expect(agreesToCuts).toHaveBeenCalledTimes(2);
  });

  it("does not replace a separate recording of a segment", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const { voice } = createBuzzingVoice();
    await addRecording(workshop, `${folder}/translations.wav`, originals);
    await addRecording(workshop, `${folder}/segment-1_translated.wav`, encodeTestWav(syllables(4)));
    await buildPack({ workspace: workshop, voices: [voice], confirmCuts: agreeing() });
    const [first, second] = JSON.parse(await readFile(path.join(workshop.pack, folder, "metadata.json"), "utf8"));
    expect(first.translated_seconds).toBeGreaterThan(4);
    expect(second.translated_seconds).toBeCloseTo(2.85, 0);
  });

  it("stops the build if the user does not confirm the cuts", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await addRecording(workshop, `${folder}/originals.wav`, originals);
    const { voice, said } = createBuzzingVoice();
    for (const agrees of [{}, { confirmCuts: async () => false }]) {
      await expect(buildPack({ workspace: workshop, voices: [voice], ...agrees })).rejects.toThrow(
        "Nothing was made, because you did not agree to the cuts of the long recordings.",
      );
    }
    expect(said).toEqual([]);
    expect(await readFilesIn(workshop.pack)).toEqual({});
  });

  it("is refused with the times of its speech if the speech does not match the segments", async () => {
    const workshop = await createTestWorkspace(dialogue());
    const voices = [createBuzzingVoice().voice];
    await addRecording(
      workshop,
      `${folder}/originals.wav`,
      encodeTestWav(concatenate(syllables(1), silence(0.75), syllables(1))),
    );
    await addRecording(workshop, `${folder}/translations.wav`, encodeTestWav(silence(3)));
    const agreesToCuts = agreeing();
    const refusal = String(
      await buildPack({ workspace: workshop, voices, confirmCuts: agreesToCuts }).catch(
        (error: Error) => error.message,
      ),
    );
    expect(refusal.split("\n")).toEqual([
      expect.stringMatching(
        /originals\.wav: 1 stretch of speech was found, but the script has 2 segments \(0:00\.0 to 0:02\.[78]\)\. Pause longer than 1 s between two segments .* --pause SECONDS\.$/,
      ),
      expect.stringMatching(/translations\.wav: no speech was found, but the script has 2 segments\. /),
    ]);
    expect(agreesToCuts).not.toHaveBeenCalled();
    await addRecording(workshop, `${folder}/translations.wav`, originals);
    await buildPack({ workspace: workshop, voices, confirmCuts: agreesToCuts, shortestPause: 0.5 });
    expect(agreesToCuts).toHaveBeenCalledTimes(1);
  });

  it("is reported by file name if it cannot be read", async () => {
    const workshop = await createTestWorkspace(dialogue());
    await addRecording(workshop, `${folder}/originals.mp3`, "no sound");
    await expect(buildPack({ workspace: workshop, voices: [createBuzzingVoice().voice] })).rejects.toThrow(
      `recordings/${folder}/originals.mp3: the file cannot be read as sound`,
    );
  });
});

describe("formatTime", () => {
  it.each([
    [0, "0:00.0"],
    [7.26, "0:07.3"],
    [59.96, "1:00.0"],
    [3_599.9, "59:59.9"],
  ])("shows %s s as %s", (seconds, shown) => {
    expect(formatTime(seconds)).toBe(shown);
  });
});
