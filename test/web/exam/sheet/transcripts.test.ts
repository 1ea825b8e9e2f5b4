import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitByUnits } from "../../../../web/src/features/exam/sheet/transcripts.tsx";

const units = (text: string, words: readonly string[]) =>
  splitByUnits(text, words).flatMap((piece) => (piece.unit === null ? [] : [[piece.unit, piece.text]]));

describe("scoring units in a transcript", () => {
  it("are found at their positions in the text, whatever their order in the list", () => {
    expect(splitByUnits("Take two tablets, not three.", ["not three", "two"])).toEqual([
      { text: "Take ", unit: null },
      { text: "two", unit: 1 },
      { text: " tablets, ", unit: null },
      { text: "not three", unit: 0 },
      { text: ".", unit: null },
    ]);
  });

  it("have separate positions if their words are the same", () => {
    expect(units("two and two", ["two", "two", "two"])).toEqual([
      [0, "two"],
      [1, "two"],
    ]);
  });

  it("are left out if they occur only inside an earlier unit, or not at all", () => {
    expect(units("not three", ["not three", "three", "four"])).toEqual([[0, "not three"]]);
  });

  it("do not change the text", () => {
    const word = fc.stringMatching(/^[ab ]{1,4}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[ab ]{0,20}$/), fc.array(word), (text, words) => {
        const pieces = splitByUnits(text, words);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const { text: piece, unit } of pieces) if (unit !== null) expect(piece).toBe(words[unit]);
      }),
    );
  });
});
