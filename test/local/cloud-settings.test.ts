import { expect, test } from "vitest";
import { parsePort } from "../../local/cloud-settings.ts";

test.each(["0", "-1", "65001", "1.5", "", "http"])("%j is not a port", (text) => {
  expect(parsePort(text)).toBeNull();
});

test.each([1, 5173, 65_000])("%i is a port", (port) => {
  expect(parsePort(String(port))).toBe(port);
});
