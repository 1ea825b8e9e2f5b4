import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { securityHeaders } from "../../../domain/http/security-headers.ts";
import { guestPage, hashedFiles, recheckedFiles, settingsFile, workerFile } from "../../../domain/http/site-files.ts";
import { listConnectOrigins, type WebConfig } from "../../../domain/http/web-config.ts";
import type { StageConfig } from "../../../lib/config.ts";

/** JSON strings are valid YAML. */
function toYaml(patterns: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const lines = Object.entries(patterns).flatMap(([pattern, headers]) => [
    `  - pattern: ${JSON.stringify(pattern)}`,
    "    headers:",
    ...Object.entries(headers).flatMap(([key, value]) => [
      `      - key: ${JSON.stringify(key)}`,
      `        value: ${JSON.stringify(value)}`,
    ]),
  ]);
  return ["customHeaders:", ...lines].join("\n");
}

export type HeaderSettings = Pick<StageConfig, "strictSubdomains"> & { sharedAudioOrigin: string };

/** @param otherOrigins further origins of the services, for tabs that stay open while a prepared domain comes into use */
export function createHeadersYaml(
  config: WebConfig,
  { strictSubdomains, sharedAudioOrigin }: HeaderSettings,
  otherOrigins: readonly string[],
): string {
  const headers = securityHeaders({
    connectOrigins: [...new Set([...listConnectOrigins(config), sharedAudioOrigin, ...otherOrigins])],
    mediaOrigins: [config.contentUrl, sharedAudioOrigin],
    strictSubdomains,
    development: false,
  });
  const rechecked = recheckedFiles.paths.map((path) => [path, { "Cache-Control": recheckedFiles.cacheControl }]);
  return toYaml({
    "**": headers,
    [`${hashedFiles.path}*`]: { "Cache-Control": hashedFiles.cacheControl },
    ...Object.fromEntries(rechecked),
    // The pattern "**" also matches the guest's page, and the documentation does not say which of two values Amplify
    // sends. So the page also states its referrer policy, in a meta element:
    // https://docs.aws.amazon.com/amplify/latest/userguide/custom-header-YAML-format.html (read on 2026-11-26)
    ...Object.fromEntries(guestPage.paths.map((path) => [path, guestPage.headers])),
  });
}

export type SiteRelease = { digest: string; headers: string; zip: () => Uint8Array };

/** A fixed date, which is in 1980 in every time zone. A zip archive cannot contain an earlier year. */
const epoch = new Date("1980-01-02T00:00:00Z");

async function readFilesBelow(directory: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = new Map<string, Uint8Array>();
  for (const path of paths.toSorted()) {
    files.set(relative(directory, path).replaceAll(sep, "/"), await readFile(path));
  }
  return files;
}

/**
 * The worker caches the settings, and documents with their headers. Browsers update the worker only if at least one
 * byte of it has changed.
 */
function markWorker(files: Map<string, Uint8Array>, marks: readonly string[]): void {
  const name = workerFile.slice(1);
  const worker = files.get(name);
  if (!worker) return;
  const digest = createHash("sha256").update(marks.join("\0")).digest("hex");
  files.set(name, Buffer.concat([worker, Buffer.from(`\n// ${digest}\n`)]));
}

export async function createSiteRelease(
  directory: string,
  config: WebConfig,
  settings: HeaderSettings,
  otherOrigins: readonly string[],
): Promise<SiteRelease> {
  const files = await readFilesBelow(directory);
  const settingsText = JSON.stringify(config);
  files.set(settingsFile.slice(1), Buffer.from(settingsText));
  const headers = createHeadersYaml(config, settings, otherOrigins);
  markWorker(files, [headers, settingsText]);
  const digest = createHash("sha256").update(headers);
  for (const [name, bytes] of files) digest.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  const entries: Zippable = Object.fromEntries([...files].map(([name, bytes]) => [name, [bytes, { mtime: epoch }]]));
  return { digest: digest.digest("hex"), headers, zip: () => zipSync(entries) };
}
