import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { type ChildApp, expectNothingRefused, startChildApp } from "../../support/child-app.ts";
import { freePorts } from "../../support/free-port.ts";

/**
 * The tests of a file may change the time and the payments of this cloud without an effect on other files.
 * @param siteDirectory the built web app, by default the one in this checkout
 */
export function startOwnCloud(siteDirectory?: string): () => string {
  const directory = mkdtempSync(join(tmpdir(), "parlance-own-cloud-"));
  let app: ChildApp | undefined;
  beforeAll(async () => {
    const site = siteDirectory === undefined ? {} : { siteDirectory };
    app = await startChildApp({ directory, port: await freePorts(6), grantsFile: inject("grantsFile"), ...site });
  });
  afterAll(async () => {
    await app?.end("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
    if (app) expectNothingRefused(app);
  });
  return () => {
    if (!app) throw new Error("The cloud has not started");
    return app.url;
  };
}
