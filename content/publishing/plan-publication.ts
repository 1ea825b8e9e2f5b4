import { Catalogue, cataloguePath } from "../../domain/content/catalogue.ts";
import { inParallel } from "../files/in-parallel.ts";
import { readJson } from "../files/json-file.ts";
import { type Destination, readBytes } from "./bucket.ts";
import type { Planned } from "./carry-out.ts";
import { type Changes, missing, overwrittenBy, type Sizes, sizesOf } from "./changes.ts";
import { type Files, isMetadata, isRecording, sectionOf } from "./layout.ts";
import { type PackFile, packFiles } from "./pack-files.ts";
import { PublishFailure } from "./publish-failure.ts";
import { type History, isSame, type Publication, publicationBefore, recordName } from "./records.ts";
import type { Survey } from "./survey-bucket.ts";

const readAtOnce = 8;

/**
 * Describes the files of a bucket without records as a publication, so that a rollback can restore them.
 * @returns null if there are records, or nothing
 */
async function foundPublication(destination: Destination, { content, history }: Survey): Promise<Publication | null> {
  if (history.names.length > 0 || content.size === 0) return null;
  const metadata: Record<string, string> = {};
  await inParallel([...content.keys()].filter(isMetadata), readAtOnce, async (name) => {
    metadata[name] = Buffer.from((await readBytes(destination, name)) ?? "").toString("utf8");
  });
  const files = Object.fromEntries([...content].map(([name, { md5 }]) => [name, md5]));
  const at = new Date().toISOString();
  return { format: 1, number: 1, at, by: "found in the bucket", finished: true, files, metadata };
}

/**
 * The catalogue as it is published, or as it was last put on record if somebody damaged it since.
 * @throws PublishFailure if neither can be read: other languages would go from it unnoticed
 */
async function readCatalogue(destination: Destination, { last }: History): Promise<Catalogue | null> {
  const stored = await readBytes(destination, cataloguePath);
  if (!stored) return null;
  const read = readJson(stored, Catalogue);
  if ("data" in read) return read.data;
  const recorded = readJson(Buffer.from(last?.metadata[cataloguePath] ?? ""), Catalogue);
  if ("data" in recorded) return recorded.data;
  const sentence = `The catalogue ${cataloguePath} in the bucket ${destination.bucket} ${read.fault}: remove it, and publish the packs of all languages again.`;
  throw new PublishFailure("catalogue_unreadable", sentence);
}

/** What is removed: nothing, what the pack lacks of its own languages, or whatever it lacks. */
export type Prune = "nothing" | "own-languages" | "all";

/** What can be read afterwards: the pack, and what was published of other languages. */
function filesAfter(files: ReadonlyMap<string, PackFile>, before: Files, isInScope: (name: string) => boolean): Files {
  const others = Object.entries(before).filter(([name]) => !isInScope(name));
  return Object.fromEntries([...others, ...[...files].map(([name, { md5 }]) => [name, md5])]);
}

/** What is not named afterwards: `kept` are the recordings to which a rollback would go back. */
function sortUnused(unused: Sizes, protectedFiles: Files, prune: Prune): Pick<Changes, "remove" | "left" | "kept"> {
  if (prune === "nothing") return { remove: new Map(), left: unused, kept: new Map() };
  const { kept = [], remove = [] } = Object.groupBy(unused, ([name]) =>
    isRecording(name) && Object.hasOwn(protectedFiles, name) ? "kept" : "remove",
  );
  return { remove: new Map(remove), left: new Map(), kept: new Map(kept) };
}

async function textsOf(files: ReadonlyMap<string, PackFile>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, { read }] of files) if (isMetadata(name)) texts[name] = Buffer.from(await read()).toString("utf8");
  return texts;
}

/** The pack's metadata, and what was published of other languages. */
async function metadataAfter(files: ReadonlyMap<string, PackFile>, after: Files, last: Publication | null) {
  const others = Object.entries(last?.metadata ?? {}).filter(([name]) => Object.hasOwn(after, name));
  return { ...Object.fromEntries(others), ...(await textsOf(files)) };
}

/** The recordings that stay for learners in mid-dialogue: those to which a rollback would go back afterwards. */
async function protectedBy(destination: Destination, history: History, isUnchanged: boolean): Promise<Files> {
  const { last } = history;
  const target = isUnchanged ? await publicationBefore(destination, { ...history, begun: [] }) : last;
  return target?.files ?? {};
}

/**
 * Works out what publishing a pack without problems comes to; the bucket is only read.
 * @throws PublishFailure if the bucket holds what is no content of Parlance
 */
export async function planPublication(
  destination: Destination,
  survey: Survey,
  directory: string,
  prune: Prune,
): Promise<Planned> {
  const found = await foundPublication(destination, survey);
  const history = found ? { last: found, begun: [], names: [recordName(found)] } : survey.history;
  const { content } = survey;
  const files = await packFiles(directory, prune === "all" ? null : await readCatalogue(destination, history));
  const sections = new Set([...files.keys()].map(sectionOf));
  const isInScope = (name: string) => prune === "all" || sections.has(sectionOf(name));
  const before = history.last?.files ?? {};
  const after = filesAfter(files, before, isInScope);
  const isUnchanged = isSame(before, after);
  const unused = [...content.keys()].filter((name) => isInScope(name) && !files.has(name));
  const protectedFiles = await protectedBy(destination, history, isUnchanged);
  const upload = missing(files, content);
  const overwritten = overwrittenBy(upload.keys(), content);
  const changes = {
    before,
    after,
    upload,
    overwritten,
    ...sortUnused(sizesOf(unused, content), protectedFiles, prune),
  };
  const record = isUnchanged ? null : { files: after, metadata: await metadataAfter(files, after, history.last) };
  return { changes, expected: files, history, stored: content, found, record };
}
