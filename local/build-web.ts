import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { webDirectory } from "./web-server.ts";

const textFilePattern = /\.(css|html|js|json|svg)$/;

// The default is the highest level, which is much slower.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFilePattern.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions));
      await writeFile(`${file}.gz`, await promisify(gzip)(content));
    }),
  );
}

const root = join(webDirectory, "..");
const stampFile = join(webDirectory, "dist", ".built-from");

function sourceFiles(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(webDirectory, "dist")))
      .map((entry) => join(entry.parentPath, entry.name));
  const settings = ["package.json", "package-lock.json"].map((file) => join(root, file));
  return [...inFolder("web"), ...inFolder("domain"), ...settings].sort();
}

function sourceDigest(): string {
  const digest = createHash("sha256");
  for (const file of sourceFiles()) digest.update(file).update("\0").update(readFileSync(file)).update("\0");
  return digest.digest("hex");
}

function readBuiltDigest(): string | null {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return null;
  }
}

/** @param report runs the build and shows its progress */
export async function buildWebIfStale(report: (build: () => Promise<unknown>) => Promise<unknown>): Promise<void> {
  const digest = sourceDigest();
  if (readBuiltDigest() === digest) return;
  // With another value of NODE_ENV, such as a test runner's, Vite would not build for production.
  process.env["NODE_ENV"] = "production";
  await report(async () => {
    await build({ configFile: join(webDirectory, "vite.config.ts"), logLevel: "error" });
    await compressFiles(join(webDirectory, "dist"));
  });
  writeFileSync(stampFile, digest);
}
