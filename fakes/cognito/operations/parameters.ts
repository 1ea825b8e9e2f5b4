import * as z from "zod/mini";
import { CognitoFailure, invalidParameter } from "../pool/failure.ts";

const notNull = "Member must not be null";
const pattern = (source: string) => `Member must satisfy regular expression pattern: ${source}`;
const atLeast = (length: number) => `Member must have length greater than or equal to ${length}`;
const atMost = (length: number) => `Member must have length less than or equal to ${length}`;

const text = (min: number, max: number) =>
  z.string().check(z.minLength(min, atLeast(min)), z.maxLength(max, atMost(max)));

export const Username = text(1, 128);
export const Password = z
  .string()
  .check(z.maxLength(256, atMost(256)), z.regex(/^[\S]+.*[\S]+$/, pattern("^[\\S]+.*[\\S]+$")));
export const ConfirmationCode = text(1, 2048).check(z.regex(/^[\S]+$/, pattern("[\\S]+")));
export const Token = z.string().check(z.regex(/^[A-Za-z0-9-_=.]+$/, pattern("[A-Za-z0-9-_=.]+")));
export const ClientMetadata = z.optional(z.record(z.string(), z.string()));
export const AttributeList = z.array(z.object({ Name: text(1, 32), Value: z.optional(text(0, 2048)) }));

export const ClientCall = z.object({ ClientId: text(1, 128) });
export const AdminCall = z.object({ UserPoolId: text(1, 55) });
export const UserCall = z.object({ AccessToken: Token });

/** @throws CognitoFailure InvalidParameterException */
export function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

// AWS counts list members from one and adds "member" after the number.
const pathName = (path: readonly PropertyKey[]) =>
  path.map((part) => (typeof part === "number" ? `${part + 1}.member` : lowerFirst(String(part)))).join(".");

/**
 * Error messages repeat no values, because values may be secrets.
 * @throws CognitoFailure InvalidParameterException, SerializationException
 */
export function parseParameters<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const misfit = issues.find(
    ({ code, input: value }) => code === "invalid_type" && value !== undefined && value !== null,
  );
  if (misfit) {
    const name = pathName(misfit.path) || "the request";
    throw new CognitoFailure("SerializationException", `Wrong type of value at '${name}'`);
  }
  const sentences = issues.map(({ code, path, message }) =>
    code === "invalid_type"
      ? `Value null at '${pathName(path)}' failed to satisfy constraint: ${notNull}`
      : `Value at '${pathName(path)}' failed to satisfy constraint: ${message}`,
  );
  const count = `${sentences.length} validation error${sentences.length === 1 ? "" : "s"} detected`;
  throw invalidParameter(`${count}: ${sentences.join("; ")}`);
}
