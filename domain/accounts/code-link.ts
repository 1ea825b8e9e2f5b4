import * as z from "zod/mini";
import { paths } from "../http/pages.ts";

export const codeLength = 6;
export const ConfirmationCode = z.string().check(z.regex(/^\d{6}$/));

export type CodePurpose = "signup" | "reset";
export type CodeLink = { email: string; code: string };

const screens: Readonly<Record<CodePurpose, string>> = { signup: paths.verify, reset: paths.newPassword };

/**
 * The email and the code are after "#", because browsers do not send that part of a URL to servers. `code` is not
 * encoded, because it may be a placeholder that the user pool replaces.
 */
export function codeLink(purpose: CodePurpose, appOrigin: string, { email, code }: CodeLink): string {
  return `${appOrigin}${screens[purpose]}#email=${encodeURIComponent(email)}&code=${code}`;
}

function decodeOrNull(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/**
 * Ignores punctuation after the code, because a mail program may add a bracket or full stop to the link.
 * @param hash as in `location.hash`, where browsers encode characters such as ">"
 */
export function parseCodeLink(hash: string): CodeLink | null {
  const [, encodedEmail = "", code = ""] =
    /^#?email=([^&]{1,1000})&code=(\d{6})(?:%[\dA-F]{2}|[^\w%])*$/.exec(hash) ?? [];
  const email = decodeOrNull(encodedEmail);
  return email && code ? { email, code } : null;
}
