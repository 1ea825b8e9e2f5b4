import * as z from "zod/mini";
import { paths } from "../http/pages.ts";

/** 128 random bits as base64url. The token is enough to open the share, so the server stores only a hash. */
export const LinkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{21}[AQgw]$/));

export const linkTokenBytes = 16;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Without padding (RFC 4648, section 5). */
function toBase64Url(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,6}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(6, "0"), 2))).join("");
}

/** @param bytes exactly `linkTokenBytes` random bytes */
export function toLinkToken(bytes: Uint8Array): string {
  return toBase64Url(bytes);
}

const linkIdBytes = 12;

/**
 * Browsers recognise the present link of a share by its id, because the server does not store the token.
 * @param hash SHA-256 of the token
 */
export function toLinkId(hash: Uint8Array): string {
  return toBase64Url(hash.subarray(0, linkIdBytes));
}

/**
 * The token is in the fragment, which browsers do not send to servers.
 * @param origin without a trailing slash
 */
export function shareUrl(origin: string, token: string): string {
  return `${origin}${paths.shared}#${token}`;
}

/** Returns a path without an origin. */
export function inboxUrl(token: string): string {
  return `${paths.inbox}#${token}`;
}

export function parseLinkFragment(fragment: string): string | null {
  return LinkToken.safeParse(fragment.replace(/^#/, "")).data ?? null;
}
