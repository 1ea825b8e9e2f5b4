import * as z from "zod/mini";

/** The most characters of a full name, as people count them: a letter with its marks is one, and so is an emoji. */
export const maxFullNameLength = 100;
/** The most UTF-16 units: characters may carry marks without end. */
const maxUnits = 1000;

// Signs that are for machines, or for nobody: control and private-use characters, halves of pairs, ends of lines, and
// what turns the direction of all that follows.
const unusable = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
// Joiners and marks are needed between letters, but show nothing by themselves; nor does the empty Braille pattern.
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{M}\u2800]/u;

/** Whether a text has more characters than allowed. A segmenter takes 15 ms to make, and few names need one. */
function hasTooManyCharacters(text: string): boolean {
  if (text.length <= maxFullNameLength) return false;
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  return text.length > maxUnits || [...characters.segment(text)].length > maxFullNameLength;
}

/** A name without blanks around it, and in the one form (NFC) in which what looks the same is the same. */
export function normaliseName(typed: string): string {
  return typed.normalize("NFC").trim();
}

/** What is wrong with a full name, in words that say what to change; null if nothing is. */
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

/** A full name as a learner may set it: normalized, or refused in the words of `fullNameProblem`. */
export const FullName = z.string().check(
  z.normalize("NFC"),
  z.trim(),
  z.superRefine((name, context) => {
    const message = fullNameProblem(name);
    if (message !== null) context.addIssue({ code: "custom", message, input: name });
  }),
);

/** A name that somebody else has handed over, such as an outside provider; "" if it cannot be a learner's. */
export function fullNameOrEmpty(given = ""): string {
  return FullName.safeParse(given).data ?? "";
}
