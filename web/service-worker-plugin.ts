import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { buildSync } from "esbuild";
import type { Plugin } from "vite";
import { guestFile, guestFilePrefix, hashedFiles, workerFile } from "../domain/http/site-files.ts";

/** The worker stores other fonts when a page first needs them, because they have many megabytes together. */
const firstFonts = /\/(young-serif-latin-400-normal|source-sans-3-latin-wght-normal)-[^/]*\.woff2$/;

const isGuestFile = (path: string) =>
  path === `/${guestFile}` || path.startsWith(`${hashedFiles.path}${guestFilePrefix}`);

/** Learners without a network need neither the guest's page nor the audio of the landing page. */
const isAppFile = (path: string) =>
  firstFonts.test(path) || (/\.(css|html|js|png|svg)$/.test(path) && path !== workerFile && !isGuestFile(path));

function listAppFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(directory, join(parentPath, name)).replaceAll(sep, "/")}`)
    .filter(isAppFile)
    .sort();
}

function digestOf(directory: string, files: readonly string[]): string {
  const digest = createHash("sha256");
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(join(directory, file)));
  return digest.digest("hex").slice(0, 16);
}

/** Why: docs/decisions/0149-own-service-worker.md */
export function serviceWorker(): Plugin {
  let root = "";
  let directory = "";
  return {
    name: "parlance-service-worker",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      directory = join(config.root, config.build.outDir);
    },
    // Runs after the prerendered documents are written, because the list of files contains them.
    closeBundle: {
      order: "post",
      sequential: true,
      handler: () => {
        const files = listAppFiles(directory);
        buildSync({
          entryPoints: [join(root, "src/worker/service-worker.ts")],
          outfile: join(directory, workerFile),
          bundle: true,
          format: "iife",
          minify: true,
          target: "es2022",
          define: { appFiles: JSON.stringify(files), appVersion: JSON.stringify(digestOf(directory, files)) },
        });
      },
    },
  };
}
