import { join } from "node:path";
import { build } from "vite";

const configFile = join(import.meta.dirname, "..", "..", "web", "vite.config.ts");

/** Builds the web app into a folder, which it empties first, and answers with that. */
export async function buildSite(directory: string): Promise<string> {
  // Vite would build for development under any other value.
  process.env["NODE_ENV"] = "production";
  await build({ configFile, logLevel: "error", build: { outDir: directory, emptyOutDir: true } });
  return directory;
}
