import { describe, expect, it } from "vitest";
import { findDialogueAdvice } from "../../content/checking/dialogue-advice.ts";

const turn = (name: string, original_script = `Good morning from ${name}.`, more: object = {}) => ({
  ...{ name, original_script, translated_script: "शुभ प्रभात।" },
  ...more,
});

describe("findDialogueAdvice", () => {
  it("returns no advice for two turns of one speaker in a row", () => {
    expect(findDialogueAdvice([turn("Nurse"), turn("Nurse", "Sit down, please."), turn("Patient")])).toEqual([]);
  });

  it("names four turns of the same speaker in a row", () => {
    const turns = [turn("Patient"), ...["One.", "Two.", "Three.", "Four."].map((text) => turn("Nurse", text))];
    expect(findDialogueAdvice(turns)).toEqual(["segments 2 to 5 have the same speaker, “Nurse”"]);
  });

  it("names a repeated segment, and ignores a repeated short answer", () => {
    const turns = [
      turn("A", "Where do you live?"),
      turn("B", "Yes."),
      turn("A", "Where do you live?"),
      turn("B", "Yes."),
    ];
    expect(findDialogueAdvice(turns)).toEqual(["segment 3 repeats segment 1"]);
  });

  it("reports a speaker's name of 500 letters", () => {
    expect(findDialogueAdvice([turn("x".repeat(500), "Hello.")])).toEqual([
      "segment 1 has a speaker's name of 500 letters; use at most 60",
    ]);
  });

  it("compares the duration of each recording with its number of words", () => {
    const twenty = "word ".repeat(20).trim();
    const advice = (seconds: object) => findDialogueAdvice([turn("A", twenty, seconds)]);
    expect(advice({ original_seconds: 8, translated_seconds: 2 })).toEqual([]);
    expect(advice({ original_seconds: 2.5 })).toEqual([
      "segment 1 has an original of 20 words in 2.5 seconds; is the recording complete?",
    ]);
    expect(advice({ translated_seconds: 50 })).toEqual([
      "segment 1 has a translation of 2 words in 50.0 seconds; does the recording contain more?",
    ]);
  });
});
