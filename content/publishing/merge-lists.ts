import * as z from "zod/mini";
import { sumOfKnown } from "../../domain/content/catalogue.ts";
import { ListedScenario } from "../../domain/content/pack.ts";
import { exampleFolder, metadataPath, topicIds } from "../../domain/content/scenario.ts";
import { isOfExamLength } from "../../domain/exam/exams.ts";
import { readJson } from "../files/json-file.ts";
import { sectionOf } from "./layout.ts";
import { PublishError } from "./publish-error.ts";

/** Entries keep fields that this version does not know, because a newer version may have published them. */
const Entries = z.array(z.looseObject({ id: z.string() }));
type Entry = z.infer<typeof Entries>[number];

/** Texts by name in the bucket. */
export type Lists = ReadonlyMap<string, string>;

export type MergedSection = {
  lists: Lists;
  /** Folders of published dialogues that stay although the pack lacks them, as in "nepali/health/health-1". */
  kept: ReadonlySet<string>;
};

function readEntries(lists: Lists, folder: string): Entry[] {
  const name = metadataPath(folder);
  const text = lists.get(name);
  if (text === undefined) return [];
  const read = readJson(Buffer.from(text), Entries);
  if ("data" in read) return read.data;
  const language = name.slice(0, name.indexOf("/"));
  const sentence = `The published list ${name} ${read.fault}. Publish all dialogues of ${language} with --replace-language ${language}.`;
  throw new PublishError("list_unreadable", sentence);
}

const compareIds = (one: Entry, other: Entry) => one.id.localeCompare(other.id, "en", { numeric: true });
const topicOrder: readonly string[] = topicIds;
const topicRank = ({ id }: Entry) => topicOrder.indexOf(id);
const formatList = (entries: readonly Entry[]) => `${JSON.stringify(entries, null, 2)}\n`;

function countDialogues(topic: Entry, entries: readonly Entry[]): Entry {
  const listed = entries.map((entry) => ListedScenario.safeParse(entry).data);
  const ofExamLength = sumOfKnown(listed.map((one) => one?.words && Number(isOfExamLength(one.words))));
  const seconds = sumOfKnown(listed.map((one) => one?.seconds));
  const { of_exam_length: _ofExamLength, seconds: _seconds, ...rest } = topic;
  return {
    ...rest,
    dialogues: entries.length,
    ...(ofExamLength === undefined ? {} : { of_exam_length: ofExamLength }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

/** Returns entries by the folder of their list. */
function findKept(section: string, pack: Lists, published: Lists, isKept: (dialogue: string) => boolean) {
  const folders =
    section === exampleFolder ? [section] : readEntries(published, section).map(({ id }) => `${section}${id}/`);
  const kept = new Map<string, Entry[]>();
  for (const folder of folders) {
    const own = new Set(readEntries(pack, folder).map(({ id }) => id));
    const others = readEntries(published, folder).filter(({ id }) => !own.has(id) && isKept(`${folder}${id}`));
    if (others.length > 0) kept.set(folder, others);
  }
  return kept;
}

/**
 * Adds a pack's dialogues to the published lists of a section. A dialogue of the pack replaces the published one with
 * the same id.
 * @param section the folder of a language or of the examples
 * @param isKept false for a published dialogue to remove from the lists
 * @throws PublishError if a published list is unreadable
 */
export function mergeSection(
  section: string,
  { pack, published }: { pack: Lists; published: Lists },
  isKept: (dialogue: string) => boolean,
): MergedSection {
  const lists = new Map([...pack].filter(([name]) => sectionOf(name) === section));
  const kept = findKept(section, pack, published, isKept);
  for (const [folder, others] of kept) {
    const own = readEntries(pack, folder);
    const isUntouched = own.length === 0 && others.length === readEntries(published, folder).length;
    const untouched = isUntouched ? published.get(metadataPath(folder)) : undefined;
    lists.set(metadataPath(folder), untouched ?? formatList([...own, ...others].toSorted(compareIds)));
  }
  if (kept.size > 0 && section !== exampleFolder) {
    const own = readEntries(pack, section);
    const ids = new Set(own.map(({ id }) => id));
    const others = readEntries(published, section).filter(({ id }) => !ids.has(id) && kept.has(`${section}${id}/`));
    const topics = [...own, ...others].toSorted((a, b) => topicRank(a) - topicRank(b));
    const counted = topics.map((topic) => countDialogues(topic, readEntries(lists, `${section}${topic.id}/`)));
    lists.set(metadataPath(section), formatList(counted));
  }
  const dialogues = [...kept].flatMap(([folder, entries]) => entries.map(({ id }) => `${folder}${id}`));
  return { lists, kept: new Set(dialogues) };
}
