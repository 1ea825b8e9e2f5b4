import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { createHeadersYaml, createSiteRelease } from "../../../operations/deploy/steps/site-release.ts";
import { sharedAudioOrigin, webConfig } from "../support/outputs.ts";

const text = createHeadersYaml(webConfig, { strictSubdomains: false, sharedAudioOrigin }, []);
const blocks = text.split("  - pattern: ").slice(1);

function headerOf(pattern: string, name: string): string | undefined {
  const block = blocks.find((found) => found.startsWith(`"${pattern}"\n`)) ?? "";
  const lines = block.split("\n");
  const at = lines.findIndex((line) => line.trim() === `- key: "${name}"`);
  const [, value] = /^ {8}value: "(.*)"$/.exec(lines[at + 1] ?? "") ?? [];
  return at === -1 ? undefined : value;
}

test("createHeadersYaml sets security headers for every path", () => {
  expect(text.split("\n")[0]).toBe("customHeaders:");
  expect(headerOf("**", "Strict-Transport-Security")).toBe("max-age=63072000");
  expect(headerOf("**", "X-Content-Type-Options")).toBe("nosniff");
  expect(headerOf("**", "Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(headerOf("**", "Permissions-Policy")).toContain("microphone=(self)");
});

test("createHeadersYaml requires HTTPS of subdomains if strictSubdomains is set", () => {
  const strict = createHeadersYaml(webConfig, { strictSubdomains: true, sharedAudioOrigin }, []);
  expect(strict).toContain('value: "max-age=63072000; includeSubDomains"');
});

test("createHeadersYaml caches hashed files for a year, and revalidates the worker and the manifest", () => {
  expect(blocks.map((block) => block.split("\n")[0])).toEqual([
    '"**"',
    '"/assets/*"',
    '"/sw.js"',
    '"/manifest.webmanifest"',
    '"/shared"',
    '"/shared.html"',
  ]);
  expect(headerOf("/sw.js", "Cache-Control")).toBe("no-cache");
  expect(headerOf("/manifest.webmanifest", "Cache-Control")).toBe("no-cache");
  expect(headerOf("/assets/*", "Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(headerOf("**", "Cache-Control")).toBeUndefined();
});

test("createHeadersYaml sets noindex and no-referrer for the guest page", () => {
  for (const path of ["/shared", "/shared.html"]) {
    expect(headerOf(path, "X-Robots-Tag")).toBe("noindex");
    expect(headerOf(path, "Referrer-Policy")).toBe("no-referrer");
  }
  expect(headerOf("**", "X-Robots-Tag")).toBeUndefined();
});

test("createHeadersYaml lets pages connect only to the site and the services of the stage", () => {
  const policy = new Map(
    headerOf("**", "Content-Security-Policy")
      ?.split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
  );
  expect(policy.get("connect-src")).toEqual([
    "'self'",
    "https://api1.execute-api.ap-southeast-2.amazonaws.com",
    "wss://ws1.execute-api.ap-southeast-2.amazonaws.com",
    "https://cognito-idp.ap-southeast-2.amazonaws.com",
    "https://parlance-test.auth.ap-southeast-2.amazoncognito.com",
    "https://d1.cloudfront.net",
    sharedAudioOrigin,
  ]);
  expect(policy.get("media-src")).toEqual(["'self'", "blob:", "https://d1.cloudfront.net", sharedAudioOrigin]);
});

test("createSiteRelease changes the service worker if the settings or the headers change", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parlance-release-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "sw.js"), "start();");
  const workerOf = async (config: typeof webConfig, strictSubdomains: boolean) => {
    const release = await createSiteRelease(directory, config, { strictSubdomains, sharedAudioOrigin }, []);
    return strFromU8(unzipSync(release.zip())["sw.js"] ?? new Uint8Array());
  };
  const first = await workerOf(webConfig, false);
  expect(first).toMatch(/^start\(\);\n\/\/ [0-9a-f]{64}\n$/);
  expect(await workerOf(webConfig, false)).toBe(first);
  expect(await workerOf(webConfig, true)).not.toBe(first);
  expect(await workerOf({ ...webConfig, userPoolClientId: "other" }, false)).not.toBe(first);
});
