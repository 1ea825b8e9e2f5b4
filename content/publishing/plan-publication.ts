import { Catalogue, cataloguePath } from "../../domain/content/catalogue.ts";
import { metadataPath } from "../../domain/content/scenario.ts";
import { inParallel } from "../files/in-parallel.ts";
import { readJson } from "../files/json-file.ts";
import type { PublicationPlan } from "./apply-publication.ts";
import { type Destination, readBytes } from "./bucket.ts";
import type { BucketState } from "./bucket-state.ts";
import { type Changes, findMissingFiles, findOverwritten, type Sizes, storedSizes } from "./changes.ts";
import { type Files, isAudioFile, isMetadata, sectionOf } from "./layout.ts";
import { refuseOtherDialogues } from "./other-dialogues.ts";
import { createMergedCatalogue, createPackFile, listPackFiles, type PackFile } from "./pack-files.ts";
import { findScope, type Prune, type Removals } from "./publication-scope.ts";
import { PublishError } from "./publish-error.ts";
import { findPreviousPublication, type History, hasSameFiles, type Publication, recordName } from "./records.ts";

const readAtOnce = 8;

/** Describes the content of a bucket without records as a publication, so that a rollback can restore the content. */
async function describeUnrecordedBucket(
  destination: Destination,
  { content, history }: BucketState,
): Promise<Publication | null> {
  if (history.names.length > 0 || content.size === 0) return null;
  const metadata: Record<string, string> = {};
  await inParallel([...content.keys()].filter(isMetadata), readAtOnce, async (name) => {
    metadata[name] = Buffer.from((await readBytes(destination, name)) ?? "").toString("utf8");
  });
  const files = Object.fromEntries([...content].map(([name, { md5 }]) => [name, md5]));
  const at = new Date().toISOString();
  return { format: 1, number: 1, at, by: "found in the bucket", finished: true, files, metadata };
}

/** @throws PublishError if the catalogue and its recorded copy are unreadable, because other languages would be lost */
async function readCatalogue(destination: Destination, { lastFinished }: History): Promise<Catalogue | null> {
  const stored = await readBytes(destination, cataloguePath);
  if (!stored) return null;
  const read = readJson(stored, Catalogue);
  if ("data" in read) return read.data;
  const recorded = readJson(Buffer.from(lastFinished?.metadata[cataloguePath] ?? ""), Catalogue);
  if ("data" in recorded) return recorded.data;
  const sentence = `The catalogue ${cataloguePath} in the bucket ${destination.bucket} ${read.fault}: remove it, and publish the packs of all languages again.`;
  throw new PublishError("catalogue_unreadable", sentence);
}

function filesAfter(files: ReadonlyMap<string, PackFile>, before: Files, isReplaced: (name: string) => boolean): Files {
  const others = Object.entries(before).filter(([name]) => !isReplaced(name));
  return Object.fromEntries([...others, ...[...files].map(([name, { md5 }]) => [name, md5])]);
}

/** True for the first list of a section, by which learners find its dialogues. */
const isFirstList = (name: string) => name === metadataPath(sectionOf(name));

function sortUnusedFiles(
  unused: Sizes,
  protectedFiles: Files,
  prune: Prune,
): Pick<Changes, "remove" | "unused" | "keptForRollback"> {
  const fateOf = (name: string) => {
    if (prune === "nothing") return isFirstList(name) ? "remove" : "stay";
    return isAudioFile(name) && Object.hasOwn(protectedFiles, name) ? "keep" : "remove";
  };
  const { remove, stay, keep } = Object.groupBy(unused, ([name]) => fateOf(name));
  return { remove: new Map(remove), unused: new Map(stay), keptForRollback: new Map(keep) };
}

async function readTexts(files: ReadonlyMap<string, PackFile>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, { read }] of files) if (isMetadata(name)) texts[name] = Buffer.from(await read()).toString("utf8");
  return texts;
}

async function metadataAfter(files: ReadonlyMap<string, PackFile>, after: Files, last: Publication | null) {
  const others = Object.entries(last?.metadata ?? {}).filter(([name]) => Object.hasOwn(after, name));
  return { ...Object.fromEntries(others), ...(await readTexts(files)) };
}

/** Returns the files that a rollback after this publication would need. */
async function findProtectedFiles(destination: Destination, history: History, isUnchanged: boolean): Promise<Files> {
  const { lastFinished } = history;
  const target = isUnchanged
    ? await findPreviousPublication(destination, { ...history, unfinished: [] })
    : lastFinished;
  return target?.files ?? {};
}

/**
 * Only reads the bucket.
 * @param directory of a pack without problems
 * @throws PublishError, for example if a requested removal is impossible, or if the pack would replace another dialogue
 */
export async function planPublication(
  destination: Destination,
  survey: BucketState,
  directory: string,
  removals: Removals,
): Promise<PublicationPlan> {
  const { prune = "nothing" } = removals;
  const found = await describeUnrecordedBucket(destination, survey);
  const history = found ? { lastFinished: found, unfinished: [], names: [recordName(found)] } : survey.history;
  const { content } = survey;
  const files = await listPackFiles(directory);
  const published = new Map(Object.entries(history.lastFinished?.metadata ?? {}));
  const texts = new Map(Object.entries(await readTexts(files)));
  const scope = findScope([...files.keys()], texts, published, removals);
  refuseOtherDialogues(texts, published, removals);
  for (const [name, text] of scope.lists) files.set(name, createPackFile(text));
  const catalogue = prune === "all" ? null : await readCatalogue(destination, history);
  files.set(cataloguePath, await createMergedCatalogue(directory, scope, catalogue));
  const before = history.lastFinished?.files ?? {};
  const after = filesAfter(files, before, (name) => name === cataloguePath || scope.isReplaced(name));
  const isUnchanged = hasSameFiles(before, after);
  const unused = [...content.keys()].filter((name) => scope.isReplaced(name) && !files.has(name));
  const protectedFiles = await findProtectedFiles(destination, history, isUnchanged);
  const upload = findMissingFiles(files, content);
  const overwritten = findOverwritten(upload.keys(), content);
  const changes = {
    before,
    after,
    upload,
    overwritten,
    ...sortUnusedFiles(storedSizes(unused, content), protectedFiles, prune),
  };
  const record = isUnchanged
    ? null
    : { files: after, metadata: await metadataAfter(files, after, history.lastFinished) };
  return { changes, expected: files, history, stored: content, found, record };
}
