import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { uuidOfText } from "../../../web/src/features/study/uuid-of-text.ts";

test("uuidOfText creates a UUID of version 8 from the hash of a text", async () => {
  const id = await uuidOfText("attempt nepali example-1 0 1764072000000");
  const hash = createHash("sha256").update("attempt nepali example-1 0 1764072000000").digest("hex");
  expect(z.uuid().safeParse(id).success).toBe(true);
  const digits = id.replaceAll("-", "");
  // Only the bits of the version and of the variant are fixed: https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  expect(digits.slice(0, 12) + digits.slice(13, 16) + digits.slice(17)).toBe(
    hash.slice(0, 12) + hash.slice(13, 16) + hash.slice(17, 32),
  );
  expect(digits.charAt(12)).toBe("8");
  expect("89ab").toContain(digits.charAt(16));
});

test("uuidOfText creates the same UUID for the same text, and different UUIDs for different texts", async () => {
  expect(await uuidOfText("a")).toBe(await uuidOfText("a"));
  expect(await uuidOfText("a")).not.toBe(await uuidOfText("b"));
});
