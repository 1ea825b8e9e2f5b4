import * as z from "zod/mini";
import { paths } from "../http/pages.ts";

/** How many digits a code has. */
export const codeLength = 6;
/** A code as an e-mail brings it. */
export const ConfirmationCode = z.string().check(z.regex(/^\d{6}$/));

/** What a code is for: to confirm an e-mail, or to set a new password. */
export type CodePurpose = "signup" | "reset";
/** What a link of an e-mail fills in. */
export type CodeLink = { email: string; code: string };

const screens: Readonly<Record<CodePurpose, string>> = { signup: paths.verify, reset: paths.newPassword };

/**
 * The address of the screen that takes a code, with what it fills in. That stands behind "#", which browsers neither
 * send to a server nor tell to other sites, so that it is in nobody's log. `code` is not encoded: it may be the
 * placeholder that the user pool replaces.
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
 * What the part of an address behind "#" fills in, with or without the sign; null if it is not of such a link. Mail
 * programs that show plain text may take the bracket or the full stop behind a link for a part of it.
 */
export function parseCodeLink(hash: string): CodeLink | null {
  const [, given = "", code = ""] = /^#?email=([^&]{1,1000})&code=(\d{6})\W*$/.exec(hash) ?? [];
  const email = decodeOrNull(given);
  return email && code ? { email, code } : null;
}
