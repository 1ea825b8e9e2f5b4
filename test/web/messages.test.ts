import { describe, expect, test } from "vitest";
import { messages } from "../../web/src/messages.ts";
import { rows } from "./message-rows.ts";

describe.each(rows)("the message %s", (_, toast, title, description) => {
  test("has its exact text, and a duration of 2 to 6 seconds", () => {
    expect([toast.title, toast.description ?? ""]).toEqual([title, description]);
    expect(toast.durationMs).toBeGreaterThanOrEqual(2000);
    expect(toast.durationMs).toBeLessThanOrEqual(6000);
  });
});

test("every message has an expected text in these tests", () => {
  expect([...new Set(rows.map(([key]) => key))].sort()).toEqual(Object.keys(messages).sort());
});
