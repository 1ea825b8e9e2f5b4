import { cataloguePath, publicFolder } from "../../domain/content/catalogue.ts";
import { findLanguage } from "../../domain/content/language.ts";
import { exampleFolder } from "../../domain/content/scenario.ts";

/** Name in the bucket → MD5 of the bytes in hexadecimal. */
export type Files = Readonly<Record<string, string>>;

/** What publishers keep for themselves in the bucket: no grant for learners reaches it, and it is not public. */
export const publishersFolder = ".published/";

export const isAudioFile = (name: string) => name.endsWith(".mp3");
export const isMetadata = (name: string) => !isAudioFile(name);

/** What is published as a whole: the examples, a language without them, or what is for anybody. */
export function sectionOf(name: string): string {
  return name.startsWith(exampleFolder) ? exampleFolder : name.slice(0, name.indexOf("/") + 1);
}

/** The folder of the dialogue to which a file belongs, without its last slash; null for the lists above dialogues. */
export function dialogueOf(name: string): string | null {
  const parts = name.split("/");
  return parts.length > 3 ? parts.slice(0, 3).join("/") : null;
}

/**
 * Names in the order in which they may be uploaded, those of one stage at once: recordings lie below the metadata that
 * names them, which lies below the list that names it; all is in the catalogue. What is removed goes the other way round.
 */
export function uploadStages(names: Iterable<string>): string[][] {
  const byDepth = Map.groupBy(names, (name) => (name === cataloguePath ? 0 : name.split("/").length));
  return [...byDepth].sort(([a], [b]) => b - a).map(([, stage]) => stage);
}

/** The names that lie where no content of Parlance does. */
export function findForeignNames(names: Iterable<string>): string[] {
  const isOurs = (name: string) => {
    if (name.startsWith(publishersFolder) || name.startsWith(publicFolder)) return true;
    const folder = name.slice(0, Math.max(0, name.indexOf("/")));
    return findLanguage(folder)?.name === folder;
  };
  return [...names].filter((name) => !isOurs(name));
}
