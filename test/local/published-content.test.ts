import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { acquirePublishLock } from "../../content/publishing/lock.ts";
import { publishPack } from "../../content/publishing/publish-pack.ts";
import { Catalogue } from "../../domain/content/catalogue.ts";
import { WebConfig } from "../../domain/http/web-config.ts";
import { createLocalDestination } from "../../operations/stage/local-destination.ts";
import { createPack } from "../content/publishing/packs.ts";
import { writeFiles } from "../content/sample-pack.ts";
import { startChildApp } from "../support/child-app.ts";
import { freePorts } from "../support/free-port.ts";

async function catalogueAt(url: string): Promise<Catalogue> {
  const { contentUrl } = WebConfig.parse(await (await fetch(`${url}/config.json`)).json());
  return Catalogue.parse(await (await fetch(`${contentUrl}/public/catalogue.json`)).json());
}

test("the local cloud serves the catalogue of published content immediately, and after a crash", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parlance-start-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const start = async () => {
    const app = await startChildApp({ directory, port: await freePorts(6) });
    onTestFinished(async () => void (await app.end("SIGKILL")));
    return app;
  };
  const first = await start();
  const sample = await catalogueAt(first.url);
  expect(sample.languages.map(({ language }) => language)).toContain("nepali");

  const pack = await writeFiles(await createPack({ "finnish/health/health-1": {} }));
  const destination = await createLocalDestination(directory, "npm run content -- publish --stage local");
  await publishPack({ directory: pack, destination, isAudioChecked: true });
  const both = await catalogueAt(first.url);
  expect(both.languages.map(({ language }) => language).sort()).toEqual(
    ["finnish", ...sample.languages.map(({ language }) => language)].sort(),
  );
  await publishPack({ directory: pack, destination, prune: "all", isAudioChecked: true });
  // Simulates a publisher that was killed together with the cloud.
  await acquirePublishLock(destination);
  await first.end("SIGKILL");

  const second = await start();
  expect(await catalogueAt(second.url)).toEqual({
    languages: [{ language: "finnish", dialogues: 1, topics: 1 }],
    free: [],
  });
  expect(await second.end("SIGTERM")).toBe(0);
  expect(readdirSync(directory)).not.toContain("content-address.json");
  await expect(createLocalDestination(directory, "test")).rejects.toThrow("No local cloud is running");
});
