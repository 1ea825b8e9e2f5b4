import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { readJson } from "../files/json-file.ts";
import { type Destination, putFile, readBytes, removeFile, type StoredFile } from "./bucket.ts";
import { type Files, publishersFolder } from "./layout.ts";
import { PublishError } from "./publish-error.ts";

/** The records of rollbacks do not count. */
const recordsKept = 5;

export const Publication = z.object({
  format: z.literal(1),
  number: z.int().check(z.gte(1)),
  at: z.iso.datetime(),
  /** The command that published, or "found in the bucket". The text names no person. */
  by: z.string(),
  finished: z.boolean(),
  /** For a rollback: the number of the restored publication. */
  restores: z.optional(z.int()),
  /** MD5 by name, for the files of all languages. */
  files: z.record(z.string(), z.string()),
  /** Texts of the metadata files by name. */
  metadata: z.record(z.string(), z.string()),
});
export type Publication = z.infer<typeof Publication>;

export type History = {
  lastFinished: Publication | null;
  /** Publications that started after the last finished one, newest first. */
  unfinished: readonly Publication[];
  names: readonly string[];
};

const isRecord = (name: string) => name.startsWith(publishersFolder) && /\/\d+(-rollback)?\.json$/.test(name);
const isRollbackRecord = (name: string) => name.endsWith("-rollback.json");
const numberOf = (name: string) => Number.parseInt(name.slice(publishersFolder.length), 10);

export function recordName({ number, restores }: Publication): string {
  const digits = String(number).padStart(6, "0");
  return `${publishersFolder}${digits}${restores === undefined ? "" : "-rollback"}.json`;
}

async function readRecord(place: Destination, name: string): Promise<Publication> {
  const read = readJson((await readBytes(place, name)) ?? new Uint8Array(), Publication);
  if ("data" in read) return read.data;
  const sentence = `The record ${name} in the bucket ${place.bucket} ${read.fault}: remove it, and repeat the command.`;
  throw new PublishError("record_unreadable", sentence);
}

export async function readHistory(place: Destination, stored: ReadonlyMap<string, StoredFile>): Promise<History> {
  const names = [...stored.keys()].filter(isRecord).sort((a, b) => numberOf(a) - numberOf(b));
  const begun: Publication[] = [];
  for (const name of names.toReversed()) {
    const publication = await readRecord(place, name);
    if (publication.finished) return { lastFinished: publication, unfinished: begun, names };
    begun.push(publication);
  }
  return { lastFinished: null, unfinished: begun, names };
}

export const nextNumber = ({ names }: History) => numberOf(names.at(-1) ?? `${publishersFolder}0`) + 1;

export async function writeRecord(place: Destination, publication: Publication): Promise<void> {
  const text = Buffer.from(JSON.stringify(publication));
  await putFile(place, recordName(publication), text, createHash("md5").update(text).digest("hex"));
}

/** Returns the publication that a rollback restores. */
export async function findPreviousPublication(place: Destination, history: History): Promise<Publication | null> {
  const { lastFinished, unfinished, names } = history;
  const [newest] = unfinished;
  if (newest && newest.restores === undefined) return lastFinished;
  const restored = newest?.restores;
  const current = lastFinished?.restores ?? lastFinished?.number ?? 0;
  const isSought = (name: string) => (restored === undefined ? numberOf(name) < current : numberOf(name) === restored);
  for (const name of names.filter(isSought).toReversed()) {
    const publication = await readRecord(place, name);
    if (publication.finished) return publication;
  }
  return null;
}

/**
 * Removes the records of unfinished publications, and the oldest records.
 * @param history the history before this publication
 * @param added 1 if this publication counts as one of the `recordsKept`; 0 for a rollback, or without a new record
 */
export async function removeOldRecords(
  place: Destination,
  { names, unfinished }: History,
  added: 0 | 1,
): Promise<void> {
  const abandoned = new Set(unfinished.map(recordName));
  const finished = names.filter((name) => !abandoned.has(name));
  const oldest = finished.filter((name) => !isRollbackRecord(name)).at(added - recordsKept);
  const old = oldest === undefined ? [] : finished.filter((name) => numberOf(name) < numberOf(oldest));
  for (const name of [...abandoned, ...old]) await removeFile(place, name);
}

export function hasSameFiles(one: Files, other: Files): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
