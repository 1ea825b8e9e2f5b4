import { createHash } from "node:crypto";
import path from "node:path";
import type { Catalogue } from "../../domain/content/catalogue.ts";
import { type LanguageName, languageNames } from "../../domain/content/language.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";
import { maxAudioFileBytes } from "../checking/pack-reader.ts";
import { createCatalogue } from "../create-catalogue.ts";
import { inParallel } from "../files/in-parallel.ts";
import { listFiles } from "../files/list-files.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { sectionOf } from "./layout.ts";

const readAtOnce = 4;

/** `read` returns the content on demand, because a pack may be larger than memory. */
export type PackFile = { md5: string; bytes: number; read: () => Promise<Uint8Array> };

export const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

export function createPackFile(text: string): PackFile {
  const body = Buffer.from(text);
  return { md5: md5Of(body), bytes: body.length, read: async () => body };
}

function mergeCatalogues(pack: Catalogue, sections: ReadonlySet<string>, published: Catalogue | null): Catalogue {
  const isOther = ({ language }: { language: LanguageName }) => !sections.has(`${language}/`);
  const others = (published?.languages ?? []).filter(isOther);
  const languages = [...others, ...pack.languages];
  languages.sort((a, b) => languageNames.indexOf(a.language) - languageNames.indexOf(b.language));
  const free = mergeFree(pack, sections, published);
  return free ? { languages, free } : { languages };
}

function mergeFree(pack: Catalogue, sections: ReadonlySet<string>, published: Catalogue | null): Catalogue["free"] {
  return published && !sections.has(sectionOf(exampleFolder)) ? published.free : pack.free;
}

/** @param directory of a pack without problems */
export async function listPackFiles(directory: string): Promise<Map<string, PackFile>> {
  const found = await listFiles(directory);
  const files = new Map<string, PackFile>();
  await inParallel([...found.keys()], readAtOnce, async (name) => {
    const read = () => readRegularFile(path.join(directory, name), { most: maxAudioFileBytes });
    const body = await read();
    files.set(name, { md5: md5Of(body), bytes: body.length, read });
  });
  return files;
}

/** @param published the published catalogue, whose other languages stay; null if none stay */
export async function createMergedCatalogue(
  directory: string,
  { sections, lists }: { sections: ReadonlySet<string>; lists: ReadonlyMap<string, string> },
  published: Catalogue | null,
): Promise<PackFile> {
  const catalogue = await createCatalogue(directory, lists);
  return createPackFile(JSON.stringify(mergeCatalogues(catalogue, sections, published)));
}
