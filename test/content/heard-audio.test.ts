import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { checkPack, inspectPack } from "../../content/checking/check-pack.ts";
import { openHeardAudio } from "../../content/checking/heard-audio.ts";
import { createSamplePack, createTemporaryDirectory, readSound, writeFiles, writeInto } from "./sample-pack.ts";

const original = "nepali/health/health-1/segments/segment-1.mp3";
const translation = "nepali/health/health-1/segments/segment-1_translated.mp3";

const memoryFile = async () => path.join(await createTemporaryDirectory(), "heard.json");

async function openCounting(file: string) {
  const memory = await openHeardAudio(file);
  const add = vi.fn(memory.add);
  return { memory: { ...memory, add }, heard: () => add.mock.calls.length };
}

it("a second check uses the stored findings about audio, and reports the same problems", async () => {
  const directory = await writeFiles((await createSamplePack()).set(original, await readSound("silence")));
  const file = await memoryFile();
  const first = await openCounting(file);
  const found = await inspectPack(directory, { memory: first.memory });
  // Three of the four files have the same bytes.
  expect(first.heard()).toBeGreaterThanOrEqual(2);
  const second = await openCounting(file);
  const again = await inspectPack(directory, { memory: second.memory });
  expect([again.problems, again.advice, second.heard()]).toEqual([found.problems, found.advice, 0]);
  expect(again.problems).toEqual([{ path: original, problem: "is silent" }]);
});

it("a check decodes a changed audio file again, even if its name and size are the same", async () => {
  const directory = await writeFiles(await createSamplePack());
  const file = await memoryFile();
  await inspectPack(directory, { memory: await openHeardAudio(file) });
  const damaged = new Uint8Array(await readSound("tone"));
  damaged.fill(0, 100);
  await writeInto(directory, new Map([[translation, damaged]]));
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { problems } = await inspectPack(directory, { memory: await openHeardAudio(file) });
  expect(problems).toEqual([{ path: translation, problem: expect.any(String) }]);
});

it("inspectPack measures levels that an earlier checkPack did not measure", async () => {
  const directory = await writeFiles(await createSamplePack());
  const file = await memoryFile();
  await checkPack(directory, { memory: await openHeardAudio(file) });
  const counting = await openCounting(file);
  await inspectPack(directory, { memory: counting.memory });
  expect(counting.heard()).toBeGreaterThan(0);
});

it("a check with stored findings reports audio that is shorter than its changed metadata states", async () => {
  const files = await createSamplePack();
  const directory = await writeFiles(files);
  const file = await memoryFile();
  await checkPack(directory, { memory: await openHeardAudio(file) });
  const name = "nepali/health/health-1/metadata.json";
  const [segment] = JSON.parse(String(files.get(name)));
  await writeInto(directory, new Map([[name, JSON.stringify([{ ...segment, original_seconds: 9 }])]]));
  const problems = await checkPack(directory, { memory: await openHeardAudio(file) });
  expect(problems).toEqual([{ path: original, problem: expect.stringMatching(/instead of 9\.0/) }]);
});

it.each(["", "{", '{"version":0,"files":{}}', '{"version":1,"files":{"x":{"advice":1}}}'])(
  "a check ignores the damaged or older memory file %j, and replaces it",
  async (content) => {
    const directory = await writeFiles(await createSamplePack());
    const file = await memoryFile();
    await writeFile(file, content);
    const counting = await openCounting(file);
    expect(await checkPack(directory, { memory: counting.memory })).toEqual([]);
    expect(counting.heard()).toBeGreaterThan(0);
    const again = await openCounting(file);
    await checkPack(directory, { memory: again.memory });
    expect(again.heard()).toBe(0);
  },
);

it("a check succeeds if its memory file cannot be written", async () => {
  const directory = await writeFiles(await createSamplePack());
  const memory = await openHeardAudio(path.join(directory, original, "heard.json"));
  expect(await checkPack(directory, { memory })).toEqual([]);
});
