import * as z from "zod/mini";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { readRegularFile } from "./regular-file.ts";

/** `fault` completes a sentence that begins with the name of the file, as in "is empty". */
export type JsonRead<T> = { data: T } | { fault: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

export type JsonBounds = { depth: number; values: number };

const maxListedFaults = 5;
const maxFaultCharacters = 200;

/** Reads JSON in UTF-8, with or without a byte order mark. */
export function readJson<Schema extends z.ZodMiniType>(
  bytes: Uint8Array,
  schema: Schema,
  bounds?: JsonBounds,
): JsonRead<z.output<Schema>> {
  if (bytes.length === 0) return { fault: "is empty" };
  const text = decodeUtf8(bytes);
  if (text === null) return { fault: "is not in UTF-8" };
  const parsed = parse(text);
  if ("fault" in parsed) return parsed;
  const excess = bounds && findExcess(parsed.value, bounds);
  if (excess) return { fault: excess };
  const { success, data, error } = schema.safeParse(parsed.value, { error: describeIssue });
  return success ? { data } : { fault: `is malformed: ${joinFaults(error.issues.map(describeIssueAt))}` };
}

/** Does not use recursion, which could overflow the stack. */
function findExcess(value: unknown, { depth, values }: JsonBounds): string | undefined {
  let count = 0;
  let level = [value];
  for (let at = 1; level.length > 0; at += 1) {
    count += level.length;
    if (at > depth) return `is nested in more than ${depth} levels`;
    if (count > values) return `contains more than ${values.toLocaleString("en")} values`;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
}

function joinFaults(faults: readonly string[]): string {
  const shown = faults.slice(0, maxListedFaults).map((fault) => {
    const cut = fault.length > maxFaultCharacters ? `${fault.slice(0, maxFaultCharacters)}…` : fault;
    return escapeUnprintable(cut);
  });
  const more = faults.length - shown.length;
  return more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; ");
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // V8 reports the position only in the message, and for some errors not at all.
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return {
      fault: line ? `is not JSON: the error is at line ${line}, column ${column}` : "is not JSON, or is incomplete",
    };
  }
}

const defaultMessages = z.locales.en().localeError;

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  if (issue.code === "invalid_type") return `has to be of the type ${issue.expected}`;
  if (issue.code === "unrecognized_keys")
    return `has an unknown field: ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  const described = defaultMessages(issue);
  return typeof described === "string" ? described : described?.message;
}

const describeIssueAt = ({ path, message }: z.core.$ZodIssue) => `${path.join(".") || "top level"}: ${message}`;

const mebibyte = 1024 * 1024;

/** The maximum size of a script, a table or a metadata file. */
export const maxAuthoredBytes = 5 * mebibyte;

/** A script of 60 segments with twenty units each has at least 5,100 values. */
const bounds: JsonBounds = { depth: 16, values: 100_000 };

export async function readAuthoredJson<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): Promise<JsonRead<z.output<Schema>>> {
  return readJson(await readRegularFile(file, { most: maxAuthoredBytes }), schema, bounds);
}
