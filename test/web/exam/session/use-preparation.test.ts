import { expect, it } from "vitest";
import { estimateExamSeconds } from "../../../../web/src/features/exam/session/use-preparation.ts";

const words = (count: number) => Array<string>(count).fill("word").join(" ");
const segment = { name: "1", audio: "1.mp3", original_script: words(25), translated_script: words(25) };

/** Its original scripts have 300 words in total, about as many as a dialogue of the exam. */
const dialogue = { segments: Array(12).fill(segment) };

it("estimateExamSeconds estimates 10 to 25 minutes for two dialogues of the exam's length", () => {
  const minutes = estimateExamSeconds([dialogue, dialogue]) / 60;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThan(25);
});

it("estimateExamSeconds uses the length of the audio files if it is known", () => {
  const timed = { ...segment, original_seconds: 30, translated_seconds: 30 };
  const difference = estimateExamSeconds([{ segments: [timed] }]) - estimateExamSeconds([{ segments: [segment] }]);
  expect(difference).toBeGreaterThan(30);
});
