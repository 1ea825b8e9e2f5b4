import * as z from "zod";
import type { TestBucket } from "./test-bucket.ts";

/**
 * The layout of the specification's section "Storage". These schemas are separate from the product's schemas, so that
 * tests find faults of the product's schemas.
 */
const Topics = z.array(z.object({ id: z.string() })).nullable();
const Segments = z.array(z.object({ audio: z.string() })).nullable();

export async function findDanglingNames(bucket: TestBucket): Promise<string[]> {
  const names = new Set(await bucket.names());
  const missing: string[] = [];
  const expectFile = (name: string) => {
    if (!names.has(name)) missing.push(name);
  };
  for (const name of names) {
    if (name.startsWith("public/") || !name.endsWith("metadata.json")) continue;
    const folder = name.slice(0, -"metadata.json".length);
    const depth = name.split("/").length;
    if (depth < 4) {
      for (const { id } of Topics.parse(await bucket.readJson(name)) ?? []) expectFile(`${folder}${id}/metadata.json`);
      continue;
    }
    for (const { audio } of Segments.parse(await bucket.readJson(name)) ?? []) {
      expectFile(`${folder}segments/${audio}`);
      expectFile(`${folder}segments/${audio.replace(/\.mp3$/, "_translated.mp3")}`);
    }
  }
  return missing;
}
