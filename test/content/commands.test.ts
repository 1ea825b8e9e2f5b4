import { spawnSync } from "node:child_process";
import { cp, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runCheck } from "../../content/checking/check-pack.ts";
import { listFiles } from "../../content/files/list-files.ts";
import { runMake } from "../../content/make-pack.ts";
import { withFakePrograms } from "./fake-programs.ts";
import { readSound, samplePack, temporaryDirectory, writeFiles } from "./sample-pack.ts";

const silent = "nepali/health/health-1/segments/segment-1.mp3";
const printed: { out: string[]; error: string[] } = { out: [], error: [] };

async function packDirectory(): Promise<string> {
  return await writeFiles(await samplePack());
}

async function faultyPack(): Promise<string> {
  return await writeFiles((await samplePack()).set(silent, await readSound("silence")));
}

const segment = { role: "Doctor", speaker: "english", original: "Good morning.", translation: "नमस्ते।" };
/** Where a pack is made from a dialogue of that id, and what of. */
async function source(id: string, segmentCount = 1) {
  const directory = await temporaryDirectory();
  const topic = id.startsWith("example") ? "example" : "health";
  const script = JSON.stringify({ id, title: "A first visit", segments: Array(segmentCount).fill(segment) });
  const scripts = await writeFiles(new Map([[`nepali/${topic}/${id}.json`, script]]));
  return { scripts, pack: path.join(directory, "pack"), manifest: path.join(directory, "manifest.json") };
}

beforeEach(() => {
  Object.assign(printed, { out: [], error: [] });
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.out.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => void printed.error.push(line));
});

describe("checking a pack", () => {
  it("ends with 0 if there is nothing wrong with it", async () => {
    expect(await runCheck([await packDirectory()])).toBe(0);
    expect(printed).toEqual({ out: ["No problems found."], error: [] });
  });

  it("ends with 1, each problem and their number, if there is", async () => {
    expect(await runCheck([await faultyPack()])).toBe(1);
    expect(printed).toEqual({ out: ["Problems found: 1."], error: [`${silent}: is silent`] });
  });

  it("ends with 2, and how to call it, if it is not told of what", async () => {
    expect(await runCheck([])).toBe(2);
    expect(printed).toEqual({ out: [], error: ["Usage: npm run content:check -- DIRECTORY"] });
  });
});

describe("making a pack", () => {
  it("ends with 0 and says what it did", async () => {
    await withFakePrograms();
    const made = await source("example-1");
    expect(await runMake(made)).toBe(0);
    expect(printed).toEqual({
      out: ["2 of 2 recordings made", "2 recordings made, 0 kept, 0 files removed."],
      error: [],
    });
  });

  it("says at every fiftieth recording how far it is", async () => {
    await withFakePrograms();
    expect(await runMake(await source("example-1", 26))).toBe(0);
    expect(printed.out).toEqual([
      ...["50 of 52 recordings made", "52 of 52 recordings made"],
      "52 recordings made, 0 kept, 0 files removed.",
    ]);
  });

  it("ends with 1 and the problems, if what was made has some", async () => {
    await withFakePrograms();
    expect(await runMake(await source("health-1"))).toBe(1);
    expect(printed.error).toEqual(["nepali/example/metadata.json: is missing"]);
  });

  it("ends with 1 and a sentence, if it cannot be made", async () => {
    const directory = await temporaryDirectory();
    const scripts = await writeFiles(new Map([["nepali/health/health-1.json", "{}"]]));
    const made = { scripts, pack: path.join(directory, "pack"), manifest: path.join(directory, "manifest.json") };
    expect(await runMake(made)).toBe(1);
    expect(printed.error[0]).toMatch(/^nepali\/health\/health-1\.json: /);
  });
});

describe("each command", () => {
  const root = path.join(import.meta.dirname, "../..");
  const runIn = (cwd: string, file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`content/${file}`, ...args], {
      cwd,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const run = (file: string, ...args: string[]) => runIn(root, file, ...args);

  it("hands its arguments on, and ends with the code that it is given", async () => {
    expect(run("check-pack.ts", await faultyPack())).toEqual({
      ...{ status: 1, stdout: "Problems found: 1.\n" },
      stderr: `${silent}: is silent\n`,
    });
  });

  it("that makes the pack makes content/pack from content/scripts, beside it", async () => {
    await withFakePrograms();
    const copy = await temporaryDirectory();
    const isCode = (file: string) => !/content\/(pack|scripts)/.test(path.relative(root, file));
    for (const name of ["content", "domain", "package.json"]) {
      await cp(path.join(root, name), path.join(copy, name), { recursive: true, filter: isCode });
    }
    await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    const { scripts } = await source("health-1");
    await cp(scripts, path.join(copy, "content/scripts"), { recursive: true });

    expect(runIn(copy, "make-pack.ts")).toEqual({
      ...{ status: 1, stderr: "nepali/example/metadata.json: is missing\n" },
      stdout: "2 of 2 recordings made\n2 recordings made, 0 kept, 0 files removed.\n",
    });
    const recordings = ["segment-1.mp3", "segment-1_translated.mp3"].map(
      (name) => `nepali/health/health-1/segments/${name}`,
    );
    const pack = [...(await listFiles(path.join(copy, "content/pack"))).keys()];
    expect(pack).toEqual(expect.arrayContaining(recordings));
    const manifest = JSON.parse(await readFile(path.join(copy, "content/pack.manifest.json"), "utf8"));
    expect(Object.keys(manifest)).toEqual(recordings);
  });
});
