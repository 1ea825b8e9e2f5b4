import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";

/** `language_preference` is the lower-case language name used in content paths. */
export const Profile = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  language_preference: z.nullable(z.enum(languageNames)),
  /**
   * Languages whose first dialogues the learner waits for. A language stays in the list after its dialogues arrive.
   * Absent if there are none.
   */
  awaited_languages: z.optional(z.array(z.enum(languageNames)).check(z.maxLength(languageNames.length))),
});
export type Profile = z.infer<typeof Profile>;

export type NameFacts = {
  profileName?: string | undefined;
  accountName?: string | undefined;
  email?: string | undefined;
};

export function displayName({ profileName, accountName, email }: NameFacts): string {
  const localPart = email?.split("@")[0];
  return profileName?.trim() || accountName?.trim() || localPart?.trim() || "User";
}
