import { spawnSync } from "node:child_process";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runCheck } from "../../content/check-pack.ts";
import { runMake } from "../../content/make-pack.ts";
import { runPublish } from "../../content/publish-pack.ts";
import { bucketInMemory } from "./bucket-in-memory.ts";
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
    expect(printed).toEqual({ out: [], error: ["Usage: node content/check-pack.ts DIR"] });
  });
});

describe("publishing a pack", () => {
  it("ends with 0 and says what it did", async () => {
    const { s3, objects } = bucketInMemory();
    const directory = await packDirectory();
    expect(await runPublish([directory, "content"], () => s3)).toBe(0);
    expect(objects.size).toBe(9);
    expect(printed).toEqual({ out: ["9 of 9 done", "9 uploaded, 0 unchanged, 0 removed."], error: [] });
    expect(await runPublish([directory, "content"], () => s3)).toBe(0);
    expect(printed.out.at(-1)).toBe("0 uploaded, 9 unchanged, 0 removed.");
  });

  it("ends with 1, the problems, and the bucket as it was, if there are some", async () => {
    const { s3, changes } = bucketInMemory();
    expect(await runPublish([await faultyPack(), "content"], () => s3)).toBe(1);
    expect(changes).toEqual([]);
    expect(printed).toEqual({ out: [], error: [`The pack has problems:\n${silent}: is silent`] });
  });

  it("ends with 1 and what the bucket said, if it refuses", async () => {
    const { s3, refused } = bucketInMemory();
    refused.add("nepali/metadata.json");
    expect(await runPublish([await packDirectory(), "content"], () => s3)).toBe(1);
    expect(printed.error).toEqual(["Access denied"]);
  });

  it.each([[[]], [["pack"]]])("ends with 2, and how to call it, if it is given %j alone", async (args) => {
    expect(await runPublish(args)).toBe(2);
    expect(printed).toEqual({ out: [], error: ["Usage: node content/publish-pack.ts DIR BUCKET"] });
  });
});

describe("making a pack", () => {
  const segment = { role: "Doctor", speaker: "english", original: "Good morning.", translation: "नमस्ते।" };
  const source = async (id: string) => {
    const directory = await temporaryDirectory();
    const topic = id.startsWith("example") ? "example" : "health";
    const script = JSON.stringify({ id, title: "A first visit", segments: [segment] });
    const scripts = await writeFiles(new Map([[`nepali/${topic}/${id}.json`, script]]));
    return { scripts, pack: path.join(directory, "pack"), manifest: path.join(directory, "manifest.json") };
  };

  it("ends with 0 and says what it did", async () => {
    await withFakePrograms();
    const made = await source("example-1");
    expect(await runMake(made)).toBe(0);
    expect(printed).toEqual({
      out: ["2 of 2 recordings made", "2 recordings made, 0 kept, 0 files removed."],
      error: [],
    });
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
  const run = (file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`content/${file}`, ...args], {
      cwd: path.join(import.meta.dirname, "../.."),
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  it("hands its arguments on, and ends with the code that it is given", async () => {
    expect(run("check-pack.ts", await faultyPack())).toEqual({
      ...{ status: 1, stdout: "Problems found: 1.\n" },
      stderr: `${silent}: is silent\n`,
    });
    expect(run("publish-pack.ts", "pack")).toEqual({
      ...{ status: 2, stdout: "" },
      stderr: "Usage: node content/publish-pack.ts DIR BUCKET\n",
    });
  });
});
