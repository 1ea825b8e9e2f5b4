import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { defaultEnvironment } from "../../../operations/content/content-environment.ts";
import { runContent } from "../../../operations/content/main.ts";
import { createPublishCommand } from "../../../operations/content/publish.ts";
import { checkContent } from "../../../operations/deploy/checks/files.ts";
import { captureOutput } from "../../content/capture-output.ts";
import { startTestBucket } from "../../content/publishing/test-bucket.ts";
import { createSamplePack, createTemporaryDirectory, sampleSegment, writeFiles } from "../../content/sample-pack.ts";

const printed = captureOutput();
// `check` caches its findings about audio files in this folder.
beforeEach(async () => void vi.stubEnv("PARLANCE_STATE", await createTemporaryDirectory()));
/** If printed without escapes, this name clears the screen and starts a forged line. */
const name = "\u001b[2J\n✗ forged\u009b1m\u202egnp";
const shown = "\\u001b[2J\\u000a✗ forged\\u009b1m\\u202egnp";
const terminalControls = /(?!\n)[\p{Control}\p{Bidi_Control}]/u;

async function faultyPack(): Promise<string> {
  const files = (await createSamplePack()).set(`nepali/${name}.txt`, "x").set(`${name}/metadata.json`, "[]");
  const units = [{ kind: "term", original: name, translation: name }];
  files.set("nepali/health/health-1/metadata.json", JSON.stringify([{ ...sampleSegment, name, units }]));
  return await writeFiles(files);
}

function expectPlain(): void {
  const all = printed.out + printed.error;
  expect(all).toContain(shown);
  expect(all).not.toMatch(terminalControls);
  expect(all).not.toMatch(/^✗ forged/m);
}

it("the check command escapes control characters in names and texts", async () => {
  expect(await runContent(["check", await faultyPack()])).toBe(1);
  expectPlain();
  expect(printed.out).toContain(`✗ nepali/${shown}.txt: is not named by any metadata\n`);
  expect(printed.out).toContain(`has a unit "${shown}" that its original does not contain`);
});

it("the command check --json prints names as JSON without raw control characters", async () => {
  expect(await runContent(["check", await faultyPack(), "--json"])).toBe(1);
  expect(printed.out).not.toMatch(terminalControls);
  const { problems } = JSON.parse(printed.out);
  expect(problems).toContainEqual({ path: `nepali/${name}.txt`, problem: "is not named by any metadata" });
});

it("the publish command escapes control characters", async () => {
  const bucket = await startTestBucket();
  const around = {
    ...defaultEnvironment,
    openDestination: async (_: string, by: string) => bucket.publisher(by).destination,
  };
  expect(await createPublishCommand(around).run([await faultyPack(), "--stage", "trial", "--yes"])).toBe(1);
  expectPlain();
});

it("the preview and export commands report faulty names without raw control characters", async () => {
  expect(await runContent(["preview", await faultyPack()])).toBe(1);
  expectPlain();
  const files = (await createSamplePack()).set("nepali/metadata.json", JSON.stringify([{ id: "health", name }]));
  const to = path.join(await createTemporaryDirectory(), "tables");
  expect(await runContent(["export", await writeFiles(files), "--to", to])).toBe(1);
  expect(printed.error).toContain("0.name contains the control character U+001B");
  expect(printed.error).not.toMatch(terminalControls);
});

it("the import command escapes control characters in a table's name", async () => {
  const file = path.join(await createTemporaryDirectory(), `${name}.csv`);
  await writeFile(file, "=A1,नमस्ते\n");
  expect(await runContent(["import", file, "--language", "nepali", "--topic", "health"])).toBe(1);
  expectPlain();
});

it("the build command escapes control characters in names of scripts and fields", async () => {
  const workshop = await createTemporaryDirectory();
  await mkdir(path.join(workshop, "scripts"));
  await writeFile(path.join(workshop, "scripts", `${name}.json`), JSON.stringify({ [name]: 1 }));
  expect(await runContent(["build", workshop])).toBe(1);
  expectPlain();
});

it("the deploy command's check of content escapes control characters", async () => {
  const contentDirectory = await faultyPack();
  const findings = await checkContent({ contentDirectory } as Parameters<typeof checkContent>[0]);
  expect(JSON.stringify(findings)).toContain(JSON.stringify(shown).slice(1, -1));
  for (const { text } of findings) expect(text).not.toMatch(/\p{Control}|\p{Bidi_Control}/u);
});
