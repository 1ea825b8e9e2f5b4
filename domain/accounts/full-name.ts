import * as z from "zod/mini";

/** In graphemes: a letter with its marks is one character, and an emoji is one character. */
export const maxFullNameLength = 100;
/** Second limit, in UTF-16 units, because a grapheme may have any number of marks. */
const maxUnits = 1000;

// Characters for machines only: control and private-use characters, unpaired surrogates, line separators, and
// characters that set the direction of the following text.
const unusable = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// Joiners and marks are needed between letters, but show nothing alone. The empty Braille pattern shows nothing either.
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{M}\u2800]/u;

/** Creates a segmenter only for a name that may be too long, because creating one is slow. */
function hasTooManyCharacters(text: string): boolean {
  if (text.length <= maxFullNameLength) return false;
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  return text.length > maxUnits || [...characters.segment(text)].length > maxFullNameLength;
}

/** Trims a name and converts it to NFC, so that equal names with different encodings of their accents become equal. */
export function normaliseName(typed: string): string {
  return typed.normalize("NFC").trim();
}

/** Returns a sentence that says what to change; null if the name is valid. */
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

/** A full name that a learner sets. The schema normalises the name, or reports the message of `fullNameProblem`. */
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
