import path from "node:path";
import { expect, it } from "vitest";
import { checkPack } from "../../content/checking/check-pack.ts";

it("the committed pack has no problems, to the last of its recordings", async () => {
  expect(await checkPack(path.join(import.meta.dirname, "../../content/pack"))).toEqual([]);
});
