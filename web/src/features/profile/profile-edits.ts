import { fullNameProblem, normaliseName } from "../../../../domain/accounts/full-name.ts";
import type { Profile } from "../../../../domain/accounts/profile.ts";
import type { RouteBody } from "../../../../domain/api.ts";
import type { LanguageName } from "../../../../domain/content/language.ts";

/** What a learner has made of a value, and the value that it was made from. */
type Edit<Value> = { from: Value; to: Value };

/** What a learner has changed on the profile and not saved yet; fields without an edit show what is stored. */
export type ProfileEdits = { name?: Edit<string>; language?: Edit<LanguageName | null> };

/** What the fields show. */
export function shownFields(profile: Profile, { name, language }: ProfileEdits) {
  return {
    name: name ? name.to : profile.full_name,
    language: language ? language.to : profile.language_preference,
  };
}

/** Takes in what was typed as the name. */
export function editName(profile: Profile, edits: ProfileEdits, to: string): ProfileEdits {
  return { ...edits, name: { from: edits.name?.from ?? profile.full_name, to } };
}

/** Takes in the choice of a language; null while none is chosen. */
export function editLanguage(profile: Profile, edits: ProfileEdits, to: LanguageName | null): ProfileEdits {
  const from = edits.language ? edits.language.from : profile.language_preference;
  return { ...edits, language: { from, to } };
}

/** What is wrong with the fields, in the learner's words; empty where nothing is. */
export function fieldErrors(profile: Profile, edits: ProfileEdits): { name: string; language: string } {
  const { name, language } = shownFields(profile, edits);
  // A language cannot be taken back once it was chosen.
  const lost = language === null && profile.language_preference !== null;
  return {
    name: fullNameProblem(name) ?? "",
    language: lost ? "Please choose a language from the list." : "",
  };
}

/** What saving would change; null if nothing, or if a field is not as it should be. */
export function changesOf(profile: Profile, edits: ProfileEdits): RouteBody<"update-profile"> | null {
  const errors = fieldErrors(profile, edits);
  if (errors.name !== "" || errors.language !== "") return null;
  const shown = shownFields(profile, edits);
  const name = normaliseName(shown.name);
  const changes = {
    ...(name === profile.full_name ? {} : { full_name: name }),
    ...(shown.language === null || shown.language === profile.language_preference
      ? {}
      : { language_preference: shown.language }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

/** Which edited fields were changed elsewhere meanwhile, to something other than what stands in them here. */
export function changedElsewhere(profile: Profile, { name, language }: ProfileEdits): (keyof ProfileEdits)[] {
  const stored = profile.full_name;
  const nameChanged = name && name.from !== stored && normaliseName(name.to) !== stored;
  const storedLanguage = profile.language_preference;
  const languageChanged = language && language.from !== storedLanguage && language.to !== storedLanguage;
  return [...(nameChanged ? (["name"] as const) : []), ...(languageChanged ? (["language"] as const) : [])];
}

/** The edits that are left once `sent` was saved: what was changed since, now made from what is stored. */
export function withoutSaved(edits: ProfileEdits, sent: ProfileEdits, saved: Profile): ProfileEdits {
  const { name, language } = edits;
  return {
    ...(name && name.to !== sent.name?.to ? { name: { from: saved.full_name, to: name.to } } : {}),
    ...(language && language.to !== sent.language?.to
      ? { language: { from: saved.language_preference, to: language.to } }
      : {}),
  };
}
