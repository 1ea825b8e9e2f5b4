import * as z from "zod/mini";
import { maxPersonNameLength } from "./share-limits.ts";

/**
 * Control characters except the line feed, private-use characters, unpaired surrogates, separators of lines and
 * paragraphs, and characters that embed, override or isolate a text direction.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const unusable = /[\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u;

/** Plain text that other people read. Never render it as HTML. */
export const SharedText = (maxLength: number) =>
  z.string().check(
    z.normalize("NFC"),
    z.trim(),
    z.maxLength(maxLength),
    z.refine((text) => !unusable.test(text), "The text contains a character that cannot be used"),
  );

export const PersonName = SharedText(maxPersonNameLength).check(
  z.minLength(1),
  z.refine((name) => !name.includes("\n"), "A name has one line"),
);
