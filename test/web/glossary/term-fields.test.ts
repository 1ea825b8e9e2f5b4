import { describe, expect, test } from "vitest";
import { Term } from "../../../domain/study/study-change.ts";
import {
  duplicateOf,
  editedTerm,
  newTerm,
  termErrors,
  toTerm,
} from "../../../web/src/features/glossary/term-fields.ts";
import { lease } from "../../domain/study/term-files.ts";

const now = new Date("2026-11-25T12:00:00.000Z");

describe("termErrors", () => {
  test("counts a character of two UTF-16 units once, as the schema does", () => {
    const fields = { english: "𠮷".repeat(200), translation: "𠮷", sentence: "𠮷".repeat(500), note: "𠮷".repeat(501) };
    expect(termErrors(newTerm("urdu", fields))).toEqual({
      english: "",
      translation: "",
      sentence: "",
      note: "Please shorten this to 500 characters",
    });
    expect(Term.safeParse(toTerm(newTerm("urdu", { ...fields, note: "" }), now)).success).toBe(true);
  });

  test("requires the term in both languages", () => {
    const { english, translation } = termErrors(newTerm("urdu", { english: "  " }));
    expect([english, translation]).toEqual(["Please enter the term in English", "Please enter the term in Urdu"]);
  });

  test("limits the length of each text", () => {
    const most = {
      english: "a".repeat(200),
      translation: "b".repeat(200),
      sentence: "c".repeat(500),
      note: "d".repeat(500),
    };
    expect(new Set(Object.values(termErrors(newTerm("urdu", most))))).toEqual(new Set([""]));
    const over = { english: `${most.english}a`, translation: "b".repeat(201), sentence: "c".repeat(501) };
    expect(termErrors(newTerm("urdu", { ...over, note: "d".repeat(501) }))).toEqual({
      english: "Please shorten this to 200 characters",
      translation: "Please shorten this to 200 characters",
      sentence: "Please shorten this to 500 characters",
      note: "Please shorten this to 500 characters",
    });
  });
});

test("toTerm trims the English text, and preserves the creation time and segment of an edited term", () => {
  const edited = editedTerm({ ...lease, english: " lease " });
  const { id: _, ...kept } = lease;
  expect(toTerm(edited, now)).toEqual(kept);
  const own = toTerm(newTerm("urdu", { english: "bond", translation: "ضمانت" }), now);
  expect(own).toMatchObject({ language: "urdu", segment: null, created_at: now.toISOString() });
  expect(Term.safeParse(own).success).toBe(true);
});

describe("duplicateOf", () => {
  const same = { english: "LEASE", translation: lease.translation };

  test("finds a term of the same language with the same texts, regardless of letter case", () => {
    expect(duplicateOf(newTerm("nepali", same), [lease])).toBe(lease);
    expect(duplicateOf(newTerm("hindi", same), [lease])).toBeNull();
  });

  test("does not find the edited term itself", () => {
    expect(duplicateOf(editedTerm(lease), [lease])).toBeNull();
  });
});
