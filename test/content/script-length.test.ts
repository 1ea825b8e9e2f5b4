import { describe, expect, it } from "vitest";
import { findLengthProblem, wordsIn } from "../../content/authoring/script-length.ts";

describe("findLengthProblem", () => {
  it("reports a text of more than 35 words", () => {
    expect(findLengthProblem("word ".repeat(35))).toBeUndefined();
    expect(findLengthProblem("word ".repeat(36))).toBe("has 36 words; a segment has at most 35");
  });

  it("counts words between spaces, and ignores a separate dash", () => {
    expect(findLengthProblem("twenty-five – don't ".repeat(17))).toBeUndefined();
    expect(findLengthProblem("तपाईंको ".repeat(36))).toMatch(/^has 36 words/);
  });

  it("counts Chinese and Japanese in characters, without punctuation", () => {
    expect(findLengthProblem("您好，".repeat(30))).toBeUndefined();
    expect(findLengthProblem("您好，".repeat(31))).toBe("has 62 characters; a segment has at most 60");
    expect(findLengthProblem("ありがとう".repeat(13))).toMatch(/^has 65 characters/);
  });

  it("counts words in Thai, which has no spaces between words", () => {
    expect(findLengthProblem("สวัสดีครับ".repeat(10))).toBeUndefined();
    expect(findLengthProblem("สวัสดีครับ".repeat(20))).toMatch(/words/);
  });
});

describe("wordsIn", () => {
  it("counts 60 Chinese characters as 35 words, and 35 English words as 35 words", () => {
    expect(wordsIn("您好".repeat(30))).toBe(35);
    expect(wordsIn("you ".repeat(35))).toBe(35);
  });
});
