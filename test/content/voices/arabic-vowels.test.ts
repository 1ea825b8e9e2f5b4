import { describe, expect, it } from "vitest";
import { printedArabic, spokenArabic } from "../../../content/voices/arabic-vowels.ts";

describe("Arabic scripts", () => {
  it("are shown without vowel marks, except the mark of the ending -an", () => {
    expect(printedArabic("شُكْرًا لِأَنَّكَ اسْتَقْبَلْتَني")).toBe("شكرًا لأنك استقبلتني");
    expect(printedArabic("لٰكِنَّ هٰذا")).toBe("لكن هذا");
  });

  it.each([
    ["doubled consonants", "مُعَلِّمٌ", "مُعَلْلِمٌ"],
    ["sun letters", "السَّلامُ", "السَلامُ"],
    ["long vowels", "يَقولُ الطَّبيبُ", "يَقُولُ الطَبِيبُ"],
    ["diphthongs", "اليَوْم", "اليَوْم"],
    ["feminine nouns before a pause", "وِسادَة.", "وِسادَ."],
    ["feminine nouns elsewhere", "مُدَّةً", "مُدْدَةً"],
    ["the article after a prefix", "بِالأَمان", "بِٱلأَمان"],
  ])("are spelt for the synthesiser as expected: %s", (_case, vowelled, spoken) => {
    const twice = (text: string) => `${text} ${text}`.normalize("NFC");
    expect(spokenArabic(vowelled.normalize("NFC"))).toBe(spoken.normalize("NFC"));
    expect(spokenArabic(twice(vowelled))).toBe(twice(spoken));
  });
});
