import { cataloguePath, publicFolder } from "../../domain/content/catalogue.ts";
import { findLanguage } from "../../domain/content/language.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";

/** MD5 in hexadecimal by name in the bucket. */
export type Files = Readonly<Record<string, string>>;

/** A folder for publishers. The folder is not public, and no learner's grant covers it. */
export const publishersFolder = ".published/";

export const isAudioFile = (name: string) => name.endsWith(".mp3");
export const isMetadata = (name: string) => !isAudioFile(name);

/**
 * Returns the section of a file, with its slash: the folder of the examples ("nepali/example/"), otherwise the top
 * folder.
 */
export function sectionOf(name: string): string {
  return name.startsWith(exampleFolder) ? exampleFolder : name.slice(0, name.indexOf("/") + 1);
}

/**
 * Returns the folder of a file's dialogue, without the last slash; null for a file outside of dialogues, such as a
 * list.
 */
export function dialogueOf(name: string): string | null {
  const parts = name.split("/");
  return parts.length > 3 ? parts.slice(0, 3).join("/") : null;
}

/**
 * Groups names into stages in the order of upload, deepest first: audio, then the metadata and lists, then the
 * catalogue. Removals use the reverse order.
 */
export function uploadStages(names: Iterable<string>): string[][] {
  const byDepth = Map.groupBy(names, (name) => (name === cataloguePath ? 0 : name.split("/").length));
  return [...byDepth].sort(([a], [b]) => b - a).map(([, stage]) => stage);
}

export function findForeignNames(names: Iterable<string>): string[] {
  const isOurs = (name: string) => {
    if (name.startsWith(publishersFolder) || name.startsWith(publicFolder)) return true;
    const folder = name.slice(0, Math.max(0, name.indexOf("/")));
    return findLanguage(folder)?.name === folder;
  };
  return [...names].filter((name) => !isOurs(name));
}
