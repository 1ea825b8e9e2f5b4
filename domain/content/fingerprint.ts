/**
 * FNV-1a with 32 bits, over code points instead of bytes.
 * Source: http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
