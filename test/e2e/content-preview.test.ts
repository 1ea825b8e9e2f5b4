import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { SegmentList } from "../../domain/content/pack.ts";
import { withFakeProgram } from "../content/fake-program.ts";
import { createTemporaryDirectory, readSound, sampleSegment, writeFiles } from "../content/sample-pack.ts";
import { encodeTestWav, syllables } from "../content/sound/generated-sound.ts";
import { root } from "../support/child-app.ts";
import { freePorts, isFree } from "../support/free-port.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { runProgram } from "../support/run-program.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const openPage = openFileBrowser();
const program = ["--disable-warning=ExperimentalWarning", "operations/content/main.ts", "preview"];

const script = {
  id: "health-1",
  title: "At the dentist's",
  segments: [
    { role: "Dentist", speaker: "english", original: "Please sit down.", translation: "कृपया बैठ जाइए।" },
    { role: "Patient", speaker: "hindi", original: "धन्यवाद।", translation: "Thank you." },
  ],
};
const scriptFile = "scripts/hindi/health/health-1.json";
const workshop = () => writeFiles(new Map([[scriptFile, JSON.stringify(script)]]));

async function plainPack(): Promise<string> {
  const folder = "hindi/health";
  return writeFiles(
    new Map<string, string | Uint8Array>([
      ["hindi/metadata.json", JSON.stringify([{ id: "health", name: "Health" }])],
      [`${folder}/metadata.json`, JSON.stringify([{ id: "health-1", scenario: "At the doctor's" }])],
      [`${folder}/health-1/metadata.json`, JSON.stringify([sampleSegment])],
      [`${folder}/health-1/segments/segment-1.mp3`, await readSound("tone")],
      [`${folder}/health-1/segments/segment-1_translated.mp3`, await readSound("tone")],
    ]),
  );
}

async function startPreview(...args: string[]) {
  const [port, temporary] = [await freePorts(6), await createTemporaryDirectory()];
  const child = spawn(process.execPath, [...program, ...args, "--port", String(port)], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const group = -Number(child.pid);
  const exited = once(child, "exit");
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(group, "SIGKILL");
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const says = async (pattern: RegExp): Promise<string> =>
    vi.waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`It ended:\n${printed}`);
        const [, found = ""] = pattern.exec(printed) ?? expect.unreachable(`It did not say ${pattern}:\n${printed}`);
        return found;
      },
      { timeout: scaledTimeoutMs(50_000), interval: 20 },
    );
  return {
    says,
    address: () => says(/(http:\/\/localhost:\d+\/local\/preview\?\S+)/),
    /** Sends SIGINT to every process of the group, as a terminal does after Ctrl-C. */
    interrupt: async () => {
      process.kill(group, "SIGINT");
      const [code] = await exited;
      const ports = await Promise.all([0, 1, 2, 3, 4, 5].map((offset) => isFree(port + offset)));
      return { code, ports: new Set(ports), left: await readdir(temporary) };
    },
    group,
  };
}

const isThere = (group: number) => {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
};

const title = (page: Page, name: string) => waitUntilShown(page.getByRole("heading", { name, level: 1 }));

test("previews a script, reloads the page after a change, and cleans up after Ctrl-C", async () => {
  await withFakeProgram("espeak-ng", { writes: encodeTestWav(syllables(0.8)) });
  const directory = await workshop();
  const preview = await startPreview(directory);
  const { page, problems } = await openPage();
  await page.goto(await preview.address());
  await title(page, "At the dentist's");
  expect(new URL(page.url()).pathname).toBe("/topic/health-1");
  await waitUntilShown(page.getByText("Segment 1/2"));
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByText("कृपया बैठ जाइए।"));

  const [first, second] = script.segments;
  const changed = { ...script, title: "A visit", segments: [{ ...first, translation: "बैठिए।" }, second, second] };
  await writeFile(path.join(directory, scriptFile), JSON.stringify(changed));
  await preview.says(/Changed: (open pages reload)/);
  await title(page, "A visit");
  await waitUntilShown(page.getByText("Segment 1/3"));
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByText("बैठिए।"));

  await writeFile(path.join(directory, scriptFile), JSON.stringify({ ...changed, segments: [] }));
  await preview.says(/(health-1\.json is malformed: .*segments.*The page still shows the previous version)/s);
  await page.reload();
  await waitUntilShown(page.getByText("Segment 1/3"));
  expect(problems).toEqual([]);

  expect(await preview.interrupt()).toEqual({ code: 0, ports: new Set([true]), left: [] });
  expect(isThere(preview.group)).toBe(false);
});

test("previews the named dialogue of a pack, and reloads the page after a change of the title", async () => {
  const directory = await plainPack();
  const preview = await startPreview(directory, "hindi/health/health-1");
  const { page, problems } = await openPage();
  const kept = new Set<string | undefined>();
  page.on("response", (response) => {
    if (/\/hindi\/.*\.(json|mp3)\?/.test(response.url())) kept.add(response.headers()["cache-control"]);
  });
  await page.goto(await preview.address());
  await title(page, "At the doctor's");
  const list = path.join(directory, "hindi/health/metadata.json");
  await writeFile(list, (await readFile(list, "utf8")).replace("doctor's", "surgeon's"));
  await preview.says(/Changed: (open pages reload)/);
  await title(page, "At the surgeon's");
  // Two grants of the same second give a file the same URL, so a browser could show the old file from its cache.
  expect(kept).toEqual(new Set(["no-cache"]));
  expect(problems).toEqual([]);
  expect((await preview.interrupt()).code).toBe(0);
});

test("previews an audio file that was replaced under the same name", async () => {
  const directory = await plainPack();
  const preview = await startPreview(directory, "hindi/health/health-1");
  const { page, problems } = await openPage();
  await page.goto(await preview.address());
  await title(page, "At the doctor's");
  // Each audio file of this pack is a tone of about 0.6 seconds, which the page shows as 0:01.
  const samples = path.join(root, "content/pack/nepali/example/example-1");
  const [sample] = SegmentList.parse(JSON.parse(await readFile(path.join(samples, "metadata.json"), "utf8")));
  if (!sample) expect.unreachable("The sample pack has no example.");
  const length = page.getByText(`0:${String(Math.round(sample.original_seconds ?? 0)).padStart(2, "0")}`, {
    exact: true,
  });
  await waitUntilShown(page.getByText("0:01", { exact: true }).first());
  expect(await length.count()).toBe(0);
  const sentence = await readFile(path.join(samples, "segments", sample.audio));
  await writeFile(path.join(directory, "hindi/health/health-1/segments/segment-1.mp3"), sentence);
  await preview.says(/Changed: (open pages reload)/);
  await waitUntilShown(length);
  expect(problems).toEqual([]);
  expect((await preview.interrupt()).code).toBe(0);
});

const refusal = async (...args: string[]) => runProgram([...program, ...args], { cwd: root, timeoutMs: 50_000 });

test("reports on one line why a dialogue cannot be previewed", async () => {
  const empty = await createTemporaryDirectory();
  await mkdir(path.join(empty, "scripts"));
  const nothing = await createTemporaryDirectory();
  const faulty = await plainPack();
  await writeFile(path.join(faulty, "hindi/health/health-1/segments/segment-1.mp3"), "");
  const cases: [args: string[], sentence: RegExp][] = [
    [[path.join(nothing, "missing")], /^There is no directory .*missing\.\n$/],
    [[empty], /^There is no script in .*scripts: write one, or import a table\.\n$/],
    [[nothing], /^The pack cannot be shown: \. has no files; npm run content -- check lists all\.\n$/],
    [
      [faulty],
      /^The pack cannot be shown: hindi\/health\/health-1\/segments\/segment-1\.mp3 is empty; npm run content -- check lists all\.\n$/,
    ],
    [
      [await plainPack(), "hindi/health/health-2"],
      /^There is no dialogue hindi\/health\/health-2 in \S+\. Found there: hindi\/health\/health-1\.\n$/,
    ],
  ];
  for (const [args, sentence] of cases) {
    const { code, stdout, stderr } = await refusal(...args);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(sentence) });
  }
});

test("reports that the port of the preview is in use", async () => {
  const port = await freePorts(6);
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { code, stderr } = await refusal(await plainPack(), "--port", String(port));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Port ${port} is taken by another program. Stop that program, or choose another port: --port 5200\n`,
  });
});
