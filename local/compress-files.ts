import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const text = /\.(css|html|js|json|svg)$/;

// As hosts compress what they are asked for: higher levels take many times as long for a few hundredths.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Lays beside every file of text below a folder what a host would send of it: with Brotli (.br) and with gzip (.gz). */
export async function compressFiles(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && text.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions));
      await writeFile(`${file}.gz`, await promisify(gzip)(content));
    }),
  );
}
