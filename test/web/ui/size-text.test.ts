import { expect, test } from "vitest";
import { sizeText } from "../../../web/src/ui/size-text.ts";

test.each([
  [0, "0 kB"],
  [1, "1 kB"],
  [24_200, "25 kB"],
  [100_000, "0.1 MB"],
  [1_260_000, "1.3 MB"],
])("sizeText shows %d bytes as %s", (bytes, shown) => {
  expect(sizeText(bytes)).toBe(shown);
});
