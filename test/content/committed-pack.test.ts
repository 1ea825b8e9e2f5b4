import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { checkPack } from "../../content/checking/check-pack.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { integratedLoudness, truePeak } from "../../content/sound/loudness.ts";
import { startMp3Decoder } from "../../content/sound/mp3.ts";

const pack = path.join(import.meta.dirname, "../../content/pack");

it("checkPack finds no problem in the committed pack and its audio files", async () => {
  expect(await checkPack(pack)).toEqual([]);
});

it("every seventh audio file of the committed pack has -16 ± 1 LUFS and a true peak of at most -1.5 dBTP", async () => {
  const recordings = [...(await listFiles(pack)).keys()].filter((name) => name.endsWith(".mp3"));
  expect(recordings.length).toBeGreaterThan(1000);
  const decoder = await startMp3Decoder();
  for (const name of recordings.filter((_, at) => at % 7 === 0)) {
    const sound = await decoder.decode(await readFile(path.join(pack, name)));
    if (!sound) throw new Error(`${name} cannot be decoded`);
    expect(Math.abs(integratedLoudness(sound) + 16), name).toBeLessThanOrEqual(1);
    expect(truePeak(sound), name).toBeLessThanOrEqual(-1.5);
  }
  decoder.free();
});
