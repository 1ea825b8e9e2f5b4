import { expect, test } from "vitest";
import { countedText } from "../../../web/src/ui/counted-text.ts";

test.each([
  [countedText(0, "segment"), "0 segments"],
  [countedText(1, "segment"), "1 segment"],
  [countedText(1.5, "mark"), "1.5 marks"],
  [countedText(1, "segment was", "segments were"), "1 segment was"],
  [countedText(2, "segment was", "segments were"), "2 segments were"],
  [countedText(1200, "term"), "1,200 terms"],
])("countedText separates thousands, and forms a plural unless the count is 1: %s", (text, expected) =>
  expect(text).toBe(expected),
);
