import { describe, expect, test } from "vitest";
import type { Profile } from "../../../domain/accounts/profile.ts";
import {
  changedElsewhere,
  changesOf,
  editLanguage,
  editName,
  fieldErrors,
  shownFields,
  withoutSaved,
} from "../../../web/src/features/profile/profile-edits.ts";

const aProfile = (fields: Partial<Profile> = {}): Profile => ({
  id: "learner-1",
  full_name: "Asha Rai",
  email: "asha@example.com",
  language_preference: "nepali",
  ...fields,
});

describe("the changes to save", () => {
  const profile = aProfile();

  test("are null if nothing is changed", () => {
    expect(changesOf(profile, {})).toBeNull();
    expect(changesOf(profile, editName(profile, {}, "Asha Rai"))).toBeNull();
    expect(changesOf(profile, editName(profile, {}, "  Asha Rai "))).toBeNull();
    expect(changesOf(profile, editLanguage(profile, {}, "nepali"))).toBeNull();
  });

  test.each([
    ["  Asha K. Rai ", "Asha K. Rai"],
    ["آشا رائے", "آشا رائے"],
    ["आशा राई 🙂", "आशा राई 🙂"],
    ["x".repeat(100), "x".repeat(100)],
    [` ${"x".repeat(100)} `, "x".repeat(100)],
  ])("include the name %j without surrounding spaces", (typed, saved) => {
    expect(changesOf(profile, editName(profile, {}, typed))).toEqual({ full_name: saved });
  });

  test.each([
    ["", "Please enter your full name"],
    ["   ", "Please enter your full name"],
    ["x".repeat(101), "Full name must be at most 100 characters long"],
    ["🙂".repeat(101), "Full name must be at most 100 characters long"],
  ])("are null for the name %j, which has the error “%s”", (typed, error) => {
    const edits = editName(profile, {}, typed);
    expect(fieldErrors(profile, edits).name).toBe(error);
    expect(changesOf(profile, editLanguage(profile, edits, "hindi"))).toBeNull();
  });

  test("include an edited language, with or without an edited name", () => {
    const edits = editLanguage(profile, {}, "hindi");
    expect(changesOf(profile, edits)).toEqual({ language_preference: "hindi" });
    expect(changesOf(profile, editName(profile, edits, "A"))).toEqual({ full_name: "A", language_preference: "hindi" });
  });

  test("are null if a chosen language was cleared", () => {
    const edits = editLanguage(profile, editName(profile, {}, "A"), null);
    expect(fieldErrors(profile, edits).language).toBe("Please choose a language from the list.");
    expect(changesOf(profile, edits)).toBeNull();
    const without = aProfile({ language_preference: null });
    expect(changesOf(without, editLanguage(without, editName(without, {}, "A"), null))).toEqual({ full_name: "A" });
  });
});

describe("a profile that is changed elsewhere during editing", () => {
  const before = aProfile();
  const after = aProfile({ full_name: "Asha Karki", language_preference: "hindi" });

  test("is shown in the fields that the learner has not edited", () => {
    expect(shownFields(after, editName(before, {}, "Asha"))).toEqual({ name: "Asha", language: "hindi" });
    expect(shownFields(after, {})).toEqual({ name: "Asha Karki", language: "hindi" });
  });

  test("conflicts with each edited field that has a different value", () => {
    const edits = editLanguage(before, editName(before, {}, "Asha"), "urdu");
    expect(changedElsewhere(before, edits)).toEqual([]);
    expect(changedElsewhere(after, edits)).toEqual(["name", "language"]);
    expect(changedElsewhere(after, editName(after, edits, " Asha Karki "))).toEqual(["language"]);
    expect(changedElsewhere(after, {})).toEqual([]);
  });
});

describe("withoutSaved", () => {
  const saved = aProfile({ full_name: "Asha", language_preference: "hindi" });

  test("returns no edits if all were saved", () => {
    const sent = editLanguage(aProfile(), editName(aProfile(), {}, " Asha "), "hindi");
    expect(withoutSaved(sent, sent, saved)).toEqual({});
  });

  test("keeps as a new edit the text that was typed during the save", () => {
    const sent = editName(aProfile(), {}, "Asha");
    const typed = editName(aProfile(), sent, "Asha B");
    expect(withoutSaved(typed, sent, saved)).toEqual({ name: { from: "Asha", to: "Asha B" } });
  });
});
