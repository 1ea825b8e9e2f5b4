import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";

/** A learner's profile row. `language_preference` is the lower-case language name used in content paths. */
export const Profile = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  language_preference: z.nullable(z.enum(languageNames)),
  /** Languages without dialogues of whose first ones the learner wants to hear; missing if there are none. */
  awaited_languages: z.optional(z.array(z.enum(languageNames)).check(z.maxLength(languageNames.length))),
});
export type Profile = z.infer<typeof Profile>;

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
