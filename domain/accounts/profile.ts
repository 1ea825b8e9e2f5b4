import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";

export const Profile = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  language_preference: z.nullable(z.enum(languageNames)),
  /** Languages whose first dialogues the learner waits for. The arrival of dialogues does not remove a language. */
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
