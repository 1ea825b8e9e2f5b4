import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readScripts } from "../../../content/authoring/script-source.ts";
import { findRecordedFiles } from "../../../content/building/audio-source.ts";
import { buildPack } from "../../../content/building/build-pack.ts";
import { createWorkspace } from "../../../content/building/workspace.ts";
import { checkPack, inspectPack } from "../../../content/checking/check-pack.ts";
import { readPackDialogues } from "../../../content/checking/read-pack-dialogues.ts";
import { listFiles } from "../../../content/files/list-files.ts";
import { readRegularFile } from "../../../content/files/regular-file.ts";
import { readTable } from "../../../content/tables/read-table.ts";
import { createBuzzingVoice, createTestWorkspace, dialogue as script } from "../building/test-workspace.ts";
import { createSamplePack, createTemporaryDirectory, writeFiles, writeInto } from "../sample-pack.ts";
import { replaceWithLink, specialFiles } from "./special-files.ts";

const list = "nepali/health/metadata.json";
const audio = "nepali/health/health-1/segments/segment-1.mp3";
const kinds = Object.entries(specialFiles);

describe.each(kinds)("%s", (kind, put) => {
  const fault = `is ${kind}, not a file`;

  it.each([list, audio, "nepali/health/notes.txt"])("is reported at the path %s of a pack", async (name) => {
    const pack = await writeFiles(await createSamplePack());
    await rm(path.join(pack, name), { force: true });
    await put(path.join(pack, name));
    const found = (await checkPack(pack)).filter((one) => one.path === name);
    expect(found).toEqual([{ path: name, problem: fault }]);
  });

  it("in place of a topic's metadata.json prevents reading the pack's dialogues", async () => {
    const pack = await writeFiles(await createSamplePack());
    await rm(path.join(pack, list));
    await put(path.join(pack, list));
    await expect(readPackDialogues(pack)).rejects.toThrow(`${list}: ${fault}`);
  });

  it("is reported among scripts", async () => {
    const { scripts } = await createTestWorkspace(script());
    await put(path.join(scripts, "nepali/health/health-2.json"));
    await expect(readScripts(scripts)).rejects.toThrow(`nepali/health/health-2.json ${fault}`);
  });

  it("is reported among recordings", async () => {
    const recordings = await createTemporaryDirectory();
    await put(path.join(recordings, "segment-1.wav"));
    await expect(findRecordedFiles(recordings)).rejects.toThrow(`recordings/segment-1.wav: ${fault}`);
  });

  it("is refused by readRegularFile", async () => {
    const place = path.join(await createTemporaryDirectory(), "a.mp3");
    await put(place);
    await expect(readRegularFile(place, { most: 9 })).rejects.toThrow(fault);
  });
});

it("readTable refuses a named pipe and a device", async () => {
  const pipe = path.join(await createTemporaryDirectory(), "a.csv");
  await specialFiles["a named pipe"]?.(pipe);
  await expect(readTable(pipe)).rejects.toThrow(`${pipe} is a named pipe, not a file.`);
  await expect(readTable("/dev/zero")).rejects.toThrow("/dev/zero is a device, not a file.");
});

it("readTable follows a link that is given as the table's path", async () => {
  const link = path.join(await createTemporaryDirectory(), "a.csv");
  await replaceWithLink(link, "Hello.,नमस्ते।\n");
  expect(await readTable(link)).toHaveLength(1);
});

describe("the check of a pack", () => {
  it("reports a link to a directory outside of the pack", async () => {
    const pack = await writeFiles(await createSamplePack());
    const outside = path.join(await createTemporaryDirectory(), "health");
    await rename(path.join(pack, "nepali/health"), outside);
    await symlink(outside, path.join(pack, "nepali/health"));
    expect(await checkPack(pack)).toContainEqual({
      path: "nepali/health",
      problem: "is a symbolic link, not a file",
    });
  });

  it("reports a broken link, and reports a pack with only this link as empty", async () => {
    const pack = await createTemporaryDirectory();
    await symlink("/nowhere", path.join(pack, "nepali"));
    expect(await checkPack(pack)).toEqual([
      { path: "nepali", problem: "is a symbolic link, not a file" },
      { path: ".", problem: "has no files" },
    ]);
  });

  it("follows a link that is given as the pack's path", async () => {
    const link = path.join(await createTemporaryDirectory(), "pack");
    await symlink(await writeFiles(await createSamplePack()), link);
    expect(await checkPack(link)).toEqual([]);
  });

  it.each([list, audio])("reports a directory in place of %s", async (name) => {
    const pack = await writeFiles(await createSamplePack());
    await rm(path.join(pack, name));
    await mkdir(path.join(pack, name));
    const found = (await checkPack(pack)).filter((one) => one.path === name);
    expect(found).toEqual([{ path: name, problem: "is a directory, not a file" }]);
  });

  it("reports a directory that is too deep, and does not descend into it", async () => {
    const files = (await createSamplePack()).set(`${"a/".repeat(40)}b.txt`, "x");
    const deep = (await checkPack(await writeFiles(files))).filter(({ path: place }) => place.startsWith("a/a"));
    expect(deep).toEqual([{ path: "a/a/a/a/a/a/a/a", problem: expect.stringMatching(/directory 8 levels down/) }]);
  });

  it("reports a directory whose name is not in UTF-8, and no other problem", async () => {
    const pack = await writeFiles(await createSamplePack());
    const whole = (await listFiles(pack)).size;
    await mkdir(Buffer.concat([Buffer.from(`${pack}/nepali/`), Buffer.from([0xff])]));
    expect((await listFiles(pack)).size).toBe(whole);
    expect(await checkPack(pack)).toEqual([
      { path: "nepali/\ufffd", problem: expect.stringMatching(/has a name that is not in UTF-8/) },
    ]);
  });

  it("reports a file whose name is not in UTF-8", async () => {
    const pack = await writeFiles(await createSamplePack());
    await writeFile(Buffer.concat([Buffer.from(`${pack}/nepali/`), Buffer.from([0xff])]), "x");
    expect(await checkPack(pack)).toEqual([
      { path: "nepali/\ufffd", problem: expect.stringMatching(/has a name that is not in UTF-8/) },
    ]);
  });

  it("ignores hidden pipes, sockets and links", async () => {
    const pack = await writeFiles(await createSamplePack());
    for (const [kind, put] of kinds) await put(path.join(pack, `.${kind.replaceAll(" ", "-")}`));
    expect(await checkPack(pack)).toEqual([]);
  });

  it("reports metadata of more than 5 MB only as too large", async () => {
    const files = (await createSamplePack()).set(list, `[${"{},".repeat(16_000_000)}{}]`);
    const { problems } = await inspectPack(await writeFiles(files), { decode: false });
    expect(problems.filter((one) => one.path === list)).toEqual([{ path: list, problem: "is larger than 5 MB" }]);
  });

  it.each([
    ["1,000,001 objects without fields", `[${"{},".repeat(1_000_000)}{}]`, "contains more than 100,000 values"],
    [
      "a large field that is not read",
      `[{"id":"health-1","scenario":"X","more":[${"0,".repeat(100_000)}0]}]`,
      "contains more than 100,000 values",
    ],
    ["deeply nested brackets", `${"[".repeat(900_000)}${"]".repeat(900_000)}`, "is nested in more than 16 levels"],
    [
      "deeply nested brackets in a field that is not read",
      `[{"id":"health-1","scenario":"X","more":${"[".repeat(900_000)}${"]".repeat(900_000)}}]`,
      "is nested in more than 16 levels",
    ],
  ])("reports metadata with %s", async (_content, text, problem) => {
    const pack = await writeFiles((await createSamplePack()).set(list, text));
    const found = (await checkPack(pack, { decode: false })).filter((one) => one.path === list);
    expect(found).toEqual([{ path: list, problem }]);
  });

  it("lists five of a file's 41 faults, and counts the rest", async () => {
    const faulty = [...Array(40).fill({ id: "health-1" }), { id: "x".repeat(4000), scenario: "X" }];
    const pack = await writeFiles((await createSamplePack()).set(list, JSON.stringify(faulty)));
    const [found] = (await checkPack(pack, { decode: false })).filter((one) => one.path === list);
    expect(found?.problem).toMatch(/^is malformed: (\d\.scenario: is missing; ){5}and 36 more$/);
  });
});

describe("buildPack", () => {
  it("refuses a pack that is or contains a link, and does not change a file in the linked folder", async () => {
    const outside = await writeFiles(new Map([["health/letter.txt", "mine"]]));
    for (const place of ["pack", "pack/nepali"]) {
      const workshop = createWorkspace(await createTemporaryDirectory());
      await writeInto(workshop.scripts, new Map([["nepali/health/health-1.json", JSON.stringify(script())]]));
      const link = path.join(path.dirname(workshop.pack), place);
      await mkdir(path.dirname(link), { recursive: true });
      await symlink(outside, link);
      await expect(buildPack({ workspace: workshop, voices: [createBuzzingVoice().voice] })).rejects.toThrow(
        `${link} is a symbolic link`,
      );
      expect(await readFile(path.join(outside, "health/letter.txt"), "utf8")).toBe("mine");
    }
  });
});
