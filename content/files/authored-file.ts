import type * as z from "zod/mini";
import { type JsonBounds, type JsonRead, readJson } from "./json-file.ts";
import { readRegularFile } from "./regular-file.ts";

const mebibyte = 1024 * 1024;

/** The most bytes of a script, a table, or a file of a pack's metadata. */
export const largestAuthored = 5 * mebibyte;

/** A script of 999 segments with five units each holds about 31,000 values in six levels. */
const bounds: JsonBounds = { depth: 16, values: 100_000 };

/** Reads JSON that somebody wrote by hand or with a tool of theirs: a script, or the metadata of a pack. */
export async function readAuthored<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): Promise<JsonRead<z.output<Schema>>> {
  return readJson(await readRegularFile(file, { most: largestAuthored }), schema, bounds);
}
