import { expect, test } from "vitest";
import { originalSeconds, type Segment } from "../../../domain/content/pack.ts";

const segment = (original_seconds?: number): Segment => ({
  name: "Doctor",
  audio: "segment_1.mp3",
  original_script: "Good morning.",
  translated_script: "नमस्ते।",
  ...(original_seconds !== undefined && { original_seconds }),
});

test("originalSeconds returns a sum only if every segment has its length", () => {
  expect(originalSeconds([segment(4), segment(2.5)])).toBe(6.5);
  expect(originalSeconds([segment(4), segment()])).toBeUndefined();
  expect(originalSeconds([segment(), segment(4)])).toBeUndefined();
});
