import { ScenarioList, SegmentList } from "../../domain/content/pack.ts";
import { readJson } from "../files/json-file.ts";
import { dialogueOf, sectionOf } from "./layout.ts";
import type { Removals } from "./publication-scope.ts";
import { abbreviateNames, PublishError } from "./publish-error.ts";

type Texts = ReadonlyMap<string, string>;

function readTitle(texts: Texts, dialogue: string): string | undefined {
  const folder = dialogue.slice(0, dialogue.lastIndexOf("/"));
  const read = readJson(Buffer.from(texts.get(`${folder}/metadata.json`) ?? ""), ScenarioList);
  return "data" in read ? read.data.find(({ id }) => dialogue === `${folder}/${id}`)?.scenario : undefined;
}

function readSentences(texts: Texts, name: string): Set<string> {
  const read = readJson(Buffer.from(texts.get(name) ?? ""), SegmentList);
  const segments = "data" in read ? read.data : [];
  return new Set(segments.flatMap(({ original_script, translated_script }) => [original_script, translated_script]));
}

/**
 * Two teachers may have chosen the same id for different dialogues.
 * @throws PublishError if the pack would replace a different dialogue, but not its whole language
 */
export function refuseOtherDialogues(pack: Texts, published: Texts, { prune, replacedLanguages = [] }: Removals): void {
  if (prune === "all") return;
  const isReplaced = (name: string) => replacedLanguages.some((language) => sectionOf(name).startsWith(`${language}/`));
  const others = [...pack.keys()].flatMap((name) => {
    const dialogue = dialogueOf(name);
    if (dialogue === null || !published.has(name) || isReplaced(name)) return [];
    const before = readTitle(published, dialogue);
    if (before === undefined || before === readTitle(pack, dialogue)) return [];
    const sentences = readSentences(published, name);
    const hasCommon = [...readSentences(pack, name)].some((sentence) => sentences.has(sentence));
    return sentences.size === 0 || hasCommon ? [] : [`${dialogue} (“${before}”)`];
  });
  if (others.length === 0) return;
  const sentence = `Other dialogues are published under these ids: ${abbreviateNames(others)}. Give yours free ids, such as health-101. To replace all dialogues of a language by this pack, add --replace-language LANGUAGE.`;
  throw new PublishError("other_dialogue", sentence);
}
