import { downloadZip } from "client-zip";
import { saveFile } from "./save-file.ts";

export type ZipEntry = { name: string; input: ArrayBuffer | string; lastModified?: Date };

/** Resolves after all entries have been read. Rejects without saving a file if an entry cannot be read. */
export async function saveZip(name: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  saveFile(name, { data: await downloadZip(entries).blob(), type: "application/zip" });
}
