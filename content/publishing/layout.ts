import { cataloguePath, publicFolder } from "../../domain/content/catalogue.ts";
import { findLanguage } from "../../domain/content/language.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";

/** MD5 in hexadecimal by name in the bucket. */
export type Files = Readonly<Record<string, string>>;

/** This folder is not public, and no learner's grant covers it. */
export const publishersFolder = ".published/";

export const isAudioFile = (name: string) => name.endsWith(".mp3");
export const isMetadata = (name: string) => !isAudioFile(name);

/** Returns the folder of the examples ("nepali/example/") or the top folder (such as "nepali/"). */
export function sectionOf(name: string): string {
  return name.startsWith(exampleFolder) ? exampleFolder : name.slice(0, name.indexOf("/") + 1);
}

/** Returns a folder such as "nepali/health/health-1"; null for a file outside of dialogues, such as a list. */
export function dialogueOf(name: string): string | null {
  const parts = name.split("/");
  return parts.length > 3 ? parts.slice(0, 3).join("/") : null;
}

/**
 * Groups names by depth, deepest first, so that files are uploaded before the metadata that names them. The catalogue
 * is last.
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
