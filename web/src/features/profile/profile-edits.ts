import { fullNameProblem, normaliseName } from "../../../../domain/accounts/full-name.ts";
import type { Profile } from "../../../../domain/accounts/profile.ts";
import type { RouteBody } from "../../../../domain/api.ts";
import type { LanguageName } from "../../../../domain/content/language.ts";

/** `from` is the stored value on which the edit is based. */
type Edit<Value> = { from: Value; to: Value };

export type ProfileEdits = { name?: Edit<string>; language?: Edit<LanguageName | null> };

export function shownFields(profile: Profile, { name, language }: ProfileEdits) {
  return {
    name: name ? name.to : profile.full_name,
    language: language ? language.to : profile.language_preference,
  };
}

export function editName(profile: Profile, edits: ProfileEdits, to: string): ProfileEdits {
  return { ...edits, name: { from: edits.name?.from ?? profile.full_name, to } };
}

export function editLanguage(profile: Profile, edits: ProfileEdits, to: LanguageName | null): ProfileEdits {
  const from = edits.language ? edits.language.from : profile.language_preference;
  return { ...edits, language: { from, to } };
}

export function fieldErrors(profile: Profile, edits: ProfileEdits): { name: string; language: string } {
  const { name, language } = shownFields(profile, edits);
  // A chosen language can be changed but not removed.
  const lost = language === null && profile.language_preference !== null;
  return {
    name: fullNameProblem(name) ?? "",
    language: lost ? "Please choose a language from the list." : "",
  };
}

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

/** Returns the edited fields whose stored value is now neither the former nor the edited value. */
export function changedElsewhere(profile: Profile, { name, language }: ProfileEdits): (keyof ProfileEdits)[] {
  const stored = profile.full_name;
  const nameChanged = name && name.from !== stored && normaliseName(name.to) !== stored;
  const storedLanguage = profile.language_preference;
  const languageChanged = language && language.from !== storedLanguage && language.to !== storedLanguage;
  return [...(nameChanged ? (["name"] as const) : []), ...(languageChanged ? (["language"] as const) : [])];
}

/** Keeps the edits that differ from `sent`, because the learner made them during the save. */
export function withoutSaved(edits: ProfileEdits, sent: ProfileEdits, saved: Profile): ProfileEdits {
  const { name, language } = edits;
  return {
    ...(name && name.to !== sent.name?.to ? { name: { from: saved.full_name, to: name.to } } : {}),
    ...(language && language.to !== sent.language?.to
      ? { language: { from: saved.language_preference, to: language.to } }
      : {}),
  };
}
