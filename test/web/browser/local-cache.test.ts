import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { cacheLifetimeMs, parseCached } from "../../../web/src/browser/local-cache.ts";

const schema = z.array(z.string());
const stored = (timestamp: unknown, value: unknown = ["health"], version: unknown = 1) =>
  JSON.stringify({ version, timestamp, value });

describe("a cached value", () => {
  test.each([0, 1, cacheLifetimeMs - 1])("is believed %i ms after it was written", (age) => {
    expect(parseCached(stored(1000), schema, 1000 + age)).toEqual({ ageMs: age, value: ["health"] });
  });

  test.each([
    ["nothing", null],
    ["too old", stored(1000 - cacheLifetimeMs)],
    ["from the future", stored(1001)],
    ["of another version", stored(1000, [], 2)],
    ["of another shape", stored(1000, "health")],
    ["without a time", stored("today")],
    ["not JSON", "{"],
  ])("%s is not believed", (_, text) => expect(parseCached(text, schema, 1000)).toBeUndefined());
});
