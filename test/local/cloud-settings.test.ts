import { expect, test } from "vitest";
import { parsePort } from "../../local/cloud-settings.ts";

test.each(["0", "-1", "65001", "1.5", "", "http"])("parsePort returns null for %j", (text) => {
  expect(parsePort(text)).toBeNull();
});

test.each([1, 5173, 65_000])("parsePort accepts %i", (port) => {
  expect(parsePort(String(port))).toBe(port);
});
