import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";
import type { WebConfig } from "../../../domain/http/web-config.ts";
import { siteHeaders } from "./site-headers.ts";

/** What Amplify Hosting is given at once: the files, the settings among them, and the headers they are served with. */
export type SiteRelease = { digest: string; headers: string; zip: () => Uint8Array };

/** Zip knows no date before this one; the same files make the same archive. */
const epoch = new Date("1980-01-02T00:00:00Z");

async function filesBelow(directory: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = new Map<string, Uint8Array>();
  for (const path of paths.toSorted()) {
    files.set(relative(directory, path).replaceAll(sep, "/"), await readFile(path));
  }
  return files;
}

/** Makes a release of the built web app in a folder, for the stage with these settings. */
export async function siteRelease(directory: string, config: WebConfig): Promise<SiteRelease> {
  const files = await filesBelow(directory);
  files.set("config.json", Buffer.from(JSON.stringify(config)));
  const headers = siteHeaders(config);
  const digest = createHash("sha256").update(headers);
  for (const [name, bytes] of files) digest.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  const entries: Zippable = Object.fromEntries([...files].map(([name, bytes]) => [name, [bytes, { mtime: epoch }]]));
  return { digest: digest.digest("hex"), headers, zip: () => zipSync(entries) };
}
