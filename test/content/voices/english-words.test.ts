import { describe, expect, it } from "vitest";
import { divideByLanguage, findEnglishWords } from "../../../content/voices/english-words.ts";

describe("English words in a text of another language", () => {
  it.each([
    ["a whole word", "Wala siyang Medicare.", ["Medicare"], ["Medicare"]],
    ["part of a word", "Ang payslips namin, ang Medicareng bago", ["payslip", "Medicare"], []],
    ["a word before a combining mark", "Cafe\u0301 po", ["Cafe"], []],
    ["another case", "ang medicare", ["Medicare"], []],
    ["a text without spaces", "我有Medicare卡", ["Medicare"], ["Medicare"]],
    ["characters of patterns", "sa C++ (Sydney) at A.B", ["C++", "A.B", "AxB"], ["C++", "A.B"]],
  ])("are found only as whole words and only in the same case: %s", (_case, text, words, found) => {
    expect(findEnglishWords(text, words)).toEqual(found);
  });

  it("divide a text, and the longest match has precedence", () => {
    expect(divideByLanguage("May visa po, at aged parent visa.", ["visa", "aged parent visa"])).toEqual([
      { text: "May ", isEnglish: false },
      { text: "visa", isEnglish: true },
      { text: " po, at ", isEnglish: false },
      { text: "aged parent visa", isEnglish: true },
      { text: ".", isEnglish: false },
    ]);
  });

  it("do not divide a text if the list of words is empty", () => {
    expect(divideByLanguage("Salamat po.", [])).toEqual([{ text: "Salamat po.", isEnglish: false }]);
  });
});
