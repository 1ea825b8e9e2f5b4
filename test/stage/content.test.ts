import { expect, test } from "vitest";
import { Catalogue, cataloguePath } from "../../domain/content/catalogue.ts";
import { SegmentList } from "../../domain/content/pack.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import { createLearner, stage } from "./support/learners.ts";

async function grantExamples(): Promise<ContentGrant> {
  const { ask } = await createLearner();
  const grant = (await ask("grant-content")).grants.find(({ folder }) => folder === exampleFolder);
  if (!grant) throw new Error("The stage grants no examples: publish a pack with examples first");
  return grant;
}

const read = ({ folderUrl, query }: ContentGrant, path: string, headers: Record<string, string> = {}) =>
  fetch(`${folderUrl}${path}?${query}`, { headers });

async function findRecording(grant: ContentGrant): Promise<string> {
  const segments = SegmentList.parse(await (await read(grant, "example-1/metadata.json")).json());
  return `example-1/segments/${segments[0]?.audio}`;
}

test("the stage serves the catalogue without a grant", async () => {
  const response = await fetch(`${stage.config.contentUrl}/${cataloguePath}`);
  expect(Catalogue.parse(await response.json()).languages.length).toBeGreaterThan(0);
});

test("the stage serves a range of an audio file if the request has a grant", async () => {
  const grant = await grantExamples();
  const response = await read(grant, await findRecording(grant), { Range: "bytes=100-299" });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toMatch(/^bytes 100-299\/\d+$/);
  expect((await response.arrayBuffer()).byteLength).toBe(200);
});

test("the stage refuses an audio file if the request has no signature", async () => {
  const grant = await grantExamples();
  const recording = await findRecording(grant);
  expect((await read({ ...grant, query: "" }, recording)).status).toBe(403);
});

test("the stage refuses a file outside the folder of the grant", async () => {
  const grant = await grantExamples();
  const elsewhere = { ...grant, folderUrl: grant.folderUrl.slice(0, -exampleFolder.length) };
  expect((await read(elsewhere, "nepali/metadata.json")).status).toBe(403);
});
