import { hashText } from "../../browser/hash-text.ts";

/**
 * Returns the same UUID for the same text, so that all devices use the same id. Version 8:
 * https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8
 */
export async function uuidOfText(text: string): Promise<string> {
  const hash = await hashText(text);
  const digits = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ];
  return parts.join("-");
}
