import { expect, it } from "vitest";
import { countWord } from "../../../web/src/ui/count-word.ts";

it.each([
  [1, "One"],
  [2, "Two"],
  [9, "Nine"],
  [10, "10"],
])("countWord writes the number %i as %s", (count, word) => {
  expect(countWord(count)).toBe(word);
});
