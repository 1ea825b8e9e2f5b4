import * as z from "zod/mini";
import { invalidRequest } from "../account/failure.ts";
import type { Metadata } from "../account/stored.ts";

export const Text = z.string().check(z.minLength(1), z.maxLength(5000));
export const Bool = z.pipe(
  z.enum(["true", "false"]),
  z.transform((text) => text === "true"),
);
/** Times are in seconds since 1970, and amounts in cents. */
export const Int = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number));
export const Positive = Int.check(z.refine((value) => value > 0));
const listMembers = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.values(value) : value;

/** In a form, the fields of a list are numbered (`Form`). */
export const listOf = <Schema extends z.ZodMiniType>(member: Schema) =>
  z.pipe(z.transform(listMembers), z.array(member));

export const MetadataChange = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));

/** An empty string in `change` removes the key. */
export function changedMetadata(present: Metadata, change: Metadata = {}): Metadata {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== ""));
}

export const listParameters = {
  limit: z.optional(Int.check(z.refine((limit) => limit >= 1 && limit <= 100))),
  starting_after: z.optional(Text),
};

const parameterName = ([head = "", ...rest]: readonly PropertyKey[]) =>
  `${String(head)}${rest.map((part) => `[${String(part)}]`).join("")}`;

function refusal(issue: z.core.$ZodIssue): Error {
  // An issue of a union has a list of issues for each member of the union. For a field that may be empty
  // (`optionalField`), the last member is the schema of a value that is not empty.
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  if (inner) return refusal({ ...inner, path: [...issue.path, ...inner.path] });
  if (issue.code === "unrecognized_keys") {
    const param = parameterName([...issue.path, issue.keys[0] ?? ""]);
    const message = `Received unknown parameter: ${param} (or one that the local fake does not model)`;
    return invalidRequest(message, { code: "parameter_unknown", param });
  }
  const param = parameterName(issue.path);
  if (issue.input === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { code: "parameter_invalid", param });
}

/** @throws StripeFailure 400 */
export function parseParameters<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? refusal(issue) : invalidRequest("Invalid request");
}
