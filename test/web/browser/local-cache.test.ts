import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { parseCached } from "../../../web/src/browser/local-cache.ts";

const day = 24 * 60 * 60_000;
const schema = z.array(z.string());
const textOf = (timestamp: unknown, value: unknown = ["health"], version: unknown = 1) =>
  JSON.stringify({ version, timestamp, value });

describe("a cached value", () => {
  test.each([0, 1, day - 1])("is used %i ms after it was written", (age) => {
    expect(parseCached(textOf(1000), schema, 1000 + age)).toEqual({ ageMs: age, value: ["health"] });
  });

  test.each([
    ["missing", null],
    ["too old", textOf(1000 - day)],
    ["from the future", textOf(1001)],
    ["of another version", textOf(1000, [], 2)],
    ["of another shape", textOf(1000, "health")],
    ["without a numeric time", textOf("today")],
    ["not JSON", "{"],
  ])("is not used if it is %s", (_, text) => expect(parseCached(text, schema, 1000)).toBeUndefined());
});
