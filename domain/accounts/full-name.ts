import * as z from "zod/mini";

/** In graphemes: a letter with its marks is one character, and an emoji is one character. */
export const maxFullNameLength = 100;
/** Second limit, in UTF-16 units, because a grapheme may have any number of marks. */
const maxUnits = 1000;

// Control and private-use characters, unpaired surrogates, separators of lines and paragraphs, and the marks of
// direction embeddings, overrides and isolates.
const unusable = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// Joiners and marks are needed between letters, but are not enough for a name. U+2800 is the empty Braille pattern.
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{M}\u2800]/u;

/** Creates a segmenter only for a name that may be too long, because creating a segmenter is slow. */
function hasTooManyCharacters(text: string): boolean {
  if (text.length <= maxFullNameLength) return false;
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  return text.length > maxUnits || [...characters.segment(text)].length > maxFullNameLength;
}

/** With NFC, names that differ only in the encoding of their accents become equal. */
export function normaliseName(typed: string): string {
  return typed.normalize("NFC").trim();
}

/** Returns a message for the learner. */
export function fullNameProblem(typed: string): string | null {
  const name = normaliseName(typed);
  if (name === "") return "Please enter your full name";
  const sign = unusable.exec(name)?.[0];
  if (sign !== undefined) {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `Full name contains an invisible character that cannot be used (U+${code}). Please enter the name again`;
  }
  if (!visible.test(name)) return "Full name needs at least one visible character";
  return hasTooManyCharacters(name) ? `Full name must be at most ${maxFullNameLength} characters long` : null;
}

export const FullName = z.string().check(
  z.normalize("NFC"),
  z.trim(),
  z.superRefine((name, context) => {
    const message = fullNameProblem(name);
    if (message !== null) context.addIssue({ code: "custom", message, input: name });
  }),
);

export function fullNameOrEmpty(name = ""): string {
  return FullName.safeParse(name).data ?? "";
}
