import { expect, test } from "vitest";
import type { Segment } from "../../../domain/content/pack.ts";
import { type SegmentSide, termOfSelection } from "../../../domain/study/term-selection.ts";

const segment: Segment = {
  name: "Agent",
  audio: "segment-1.mp3",
  original_language: "english",
  original_script: "Dr. Rai signed the lease. The bond is four weeks’ rent, isn't it?",
  translated_script: "डा. राईले भाडा सम्झौतामा हस्ताक्षर गर्नुभयो। धरौटी चार हप्ताको भाडा हो, होइन?",
  units: [
    { kind: "key-idea", original: "The bond is four weeks’ rent", translation: "धरौटी चार हप्ताको भाडा हो" },
    { kind: "term", original: "the lease", translation: "भाडा सम्झौतामा" },
    { kind: "term", original: "bond", translation: "धरौटी" },
  ],
};

const select = (words: string, side: SegmentSide = "original", of: Segment = segment) => {
  const start = (side === "original" ? of.original_script : of.translated_script).indexOf(words);
  return termOfSelection(of, "nepali", side, { start, end: start + words.length });
};

test("termOfSelection fills the translation from the scoring unit that contains the selection", () => {
  expect(select("lease")).toEqual({
    english: "lease",
    translation: "भाडा सम्झौतामा",
    sentence: "Dr. Rai signed the lease.",
  });
});

test("termOfSelection uses the shortest scoring unit that contains the selection", () => {
  expect(select("bond")?.translation).toBe("धरौटी");
  expect(select("bond is")?.translation).toBe("धरौटी चार हप्ताको भाडा हो");
});

test("termOfSelection leaves the translation empty if no scoring unit contains the selection", () => {
  expect(select("signed")).toMatchObject({ english: "signed", translation: "" });
});

test("termOfSelection fills English from the scoring unit if a Nepali reference is selected", () => {
  expect(select("धरौटी", "translation")).toEqual({
    english: "bond",
    translation: "धरौटी",
    sentence: "धरौटी चार हप्ताको भाडा हो, होइन?",
  });
});

test("termOfSelection takes English from the reference if the original is in Nepali", () => {
  const turned: Segment = {
    ...segment,
    original_language: "nepali",
    original_script: segment.translated_script,
    translated_script: segment.original_script,
    units: [{ kind: "term", original: "धरौटी", translation: "bond" }],
  };
  expect(select("धरौटी", "original", turned)).toMatchObject({ english: "bond", translation: "धरौटी" });
  expect(select("bond", "translation", turned)).toMatchObject({ english: "bond", translation: "धरौटी" });
});

test("termOfSelection trims spaces and punctuation at the ends of the selection", () => {
  expect(select(" lease. ")?.english).toBe("lease");
  expect(select("गर्नुभयो।", "translation")?.translation).toBe("गर्नुभयो");
});

test.each(["，保证金，", "¿保证金?", "「保证金」", "保证金။"])(
  "termOfSelection trims the punctuation of %s",
  (words) => {
    const chinese: Segment = { ...segment, translated_script: words, units: [] };
    const range = { start: 0, end: words.length };
    expect(termOfSelection(chinese, "mandarin", "translation", range)?.translation).toBe("保证金");
  },
);

test("termOfSelection keeps both sentences if the selection spans them", () => {
  expect(select("lease. The")?.sentence).toBe(segment.original_script);
});

test("termOfSelection returns null for a selection without words or with more than 200 characters", () => {
  expect(select(". ")).toBeNull();
  const selectAll = (script: string) => select(script, "original", { ...segment, original_script: script });
  expect(selectAll(`${"word ".repeat(39)}words`)?.english).toHaveLength(200);
  expect(selectAll(`${"word ".repeat(39)}worlds`)).toBeNull();
});

test("termOfSelection keeps at most 500 characters of a sentence", () => {
  const long: Segment = { ...segment, original_script: `start ${"a".repeat(600)}`, units: [] };
  expect(select("start", "original", long)?.sentence).toHaveLength(500);
});

test("termOfSelection counts a character beyond the Basic Multilingual Plane as one, and does not split it", () => {
  const rare = { ...segment, original_script: `start ${"𠮷".repeat(600)}`, units: [] };
  expect(select("𠮷".repeat(200), "original", { ...rare, original_script: "𠮷".repeat(200) })?.english).toHaveLength(
    400,
  );
  expect(select("start", "original", rare)?.sentence).toBe(`start ${"𠮷".repeat(494)}`);
});
