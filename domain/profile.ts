import * as z from "zod/mini";
import { languageNames } from "./language.ts";

/** A learner's profile row. `language_preference` is the lower-case language name used in content paths. */
export const Profile = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  language_preference: z.nullable(z.enum(languageNames)),
});
export type Profile = z.infer<typeof Profile>;

/** The most characters of a full name: an emoji that is one code point is one, which is how the schema counts. */
export const maxFullNameLength = 200;

/** A full name as a learner may set it: trimmed, and neither empty nor too long. */
export const FullName = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxFullNameLength));

/** What is known of a person when their name is to be shown. */
export type NameFacts = {
  profileName?: string | undefined;
  accountName?: string | undefined;
  email?: string | undefined;
};

/** The name to greet a person by: profile name, else account name, else the e-mail's local part, else "User". */
export function displayName({ profileName, accountName, email }: NameFacts): string {
  const localPart = email?.split("@")[0];
  return profileName?.trim() || accountName?.trim() || localPart?.trim() || "User";
}
