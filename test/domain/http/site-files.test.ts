import { expect, test } from "vitest";
import { paths } from "../../../domain/http/pages.ts";
import { appShellFile, documentFor, hashedFiles, pageFiles, screenPattern } from "../../../domain/http/site-files.ts";

test("pageFiles contains an HTML file for each of seven public screens", () => {
  const open = [paths.login, paths.signup, paths.forgotPassword, paths.privacy, paths.terms, paths.contact];
  expect(pageFiles).toEqual({
    [paths.home]: "index.html",
    ...Object.fromEntries(open.map((path) => [path, `${path.slice(1)}.html`])),
  });
  expect(Object.values(pageFiles)).not.toContain(appShellFile);
  expect(appShellFile).toMatch(/\.html$/);
});

test("screenPattern matches a path unless it ends in a known file extension", () => {
  const isScreen = (path: string) => new RegExp(screenPattern).test(path);
  for (const path of ["/", "/login", "/topic/health-1", "/topic/a.b", "/pricing.old"])
    expect([path, isScreen(path)]).toEqual([path, true]);
  for (const path of ["/app.html", "/a.js", "/fonts/a.woff2", "/b.woff", "/sample.mp3", "/manifest.webmanifest"]) {
    expect([path, isScreen(path)]).toEqual([path, false]);
  }
});

test("hashed files are immutable and cached for a year", () => {
  // https://www.rfc-editor.org/rfc/rfc8246
  expect(hashedFiles.cacheControl).toMatch(/^public, max-age=31536000, immutable$/);
  expect(hashedFiles.path).toMatch(/^\/.+\/$/);
});

test("documentFor returns the document of a screen, and null for a file", () => {
  expect(["/", "/login", "/topic/health-1"].map(documentFor)).toEqual(["/index.html", "/login.html", "/app.html"]);
  expect(documentFor("/shared")).toBe("/shared.html");
  expect(["/sw.js", "/assets/lost.js", "/manifest.webmanifest"].map(documentFor)).toEqual([null, null, null]);
});
