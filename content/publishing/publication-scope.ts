import type { LanguageName } from "../../domain/content/language.ts";
import { exampleFolder, exampleLanguage } from "../../domain/content/scenario.ts";
import { dialogueOf, isAudioFile, sectionOf } from "./layout.ts";
import { type Lists, mergeSection } from "./merge-lists.ts";
import { abbreviateNames, PublishError } from "./publish-error.ts";

/**
 * Unused files to remove. Audio that the next rollback needs stays in each case.
 * - `nothing`: only the first list of a section without dialogues
 * - `own-languages`: all unused files in the sections of the pack and of the other removals
 * - `all`: all files that the pack lacks
 */
export type Prune = "nothing" | "own-languages" | "all";

export type Removals = {
  prune?: Prune | undefined;
  replacedLanguages?: readonly LanguageName[] | undefined;
  /** As in "nepali/health/health-1". */
  removedDialogues?: readonly string[] | undefined;
};

export type PublicationScope = {
  sections: ReadonlySet<string>;
  /** All lists of `sections` after the publication. */
  lists: Lists;
  /** True for a published file that stays only if the publication contains it. */
  isReplaced: (name: string) => boolean;
};

const isList = (name: string) => !isAudioFile(name) && dialogueOf(name) === null;

function requirePublished(dialogues: readonly string[], published: Lists, packNames: readonly string[]): void {
  const missing = dialogues.filter((dialogue) => !published.has(`${dialogue}/metadata.json`));
  if (missing.length > 0) {
    throw new PublishError(
      "not_published",
      `${abbreviateNames(missing)} cannot be removed: not published. Check the spelling (LANGUAGE/TOPIC/ID).`,
    );
  }
  const own = dialogues.filter((dialogue) => packNames.includes(`${dialogue}/metadata.json`));
  if (own.length === 0) return;
  const sentence = `${abbreviateNames(own)} cannot be removed: still in the pack. Delete each script in scripts/ and build the pack again.`;
  throw new PublishError("in_pack", sentence);
}

/**
 * @param packTexts the texts of the pack's metadata
 * @param published the texts of the published metadata
 */
export function findScope(
  packNames: readonly string[],
  packTexts: Lists,
  published: Lists,
  { prune = "nothing", replacedLanguages = [], removedDialogues = [] }: Removals,
): PublicationScope {
  requirePublished(removedDialogues, published, packNames);
  const replaced = new Set(replacedLanguages.map((language) => `${language}/`));
  const packSections = packNames.map(sectionOf);
  // If the pack has no examples, `replacedLanguages` does not remove the published ones.
  if (replacedLanguages.includes(exampleLanguage) && packSections.includes(exampleFolder)) replaced.add(exampleFolder);
  const sections = new Set([...packSections, ...replaced, ...removedDialogues.map(sectionOf)]);
  const removed = new Set(removedDialogues);
  const isKept = (dialogue: string) => !removed.has(dialogue);
  const listsOf = (texts: Lists) => new Map([...texts].filter(([name]) => isList(name)));
  const [packOnly, all] = [listsOf(packTexts), listsOf(published)];
  const merged = [...sections].map((section) => {
    const isReplaced = prune === "all" || replaced.has(section);
    return mergeSection(section, { pack: packOnly, published: isReplaced ? new Map() : all }, isKept);
  });
  const kept = new Set(merged.flatMap((one) => [...one.kept]));
  const isInSections = (name: string) => prune === "all" || sections.has(sectionOf(name));
  return {
    sections,
    lists: new Map(merged.flatMap(({ lists }) => [...lists])),
    isReplaced: (name) => isInSections(name) && !kept.has(dialogueOf(name) ?? ""),
  };
}
