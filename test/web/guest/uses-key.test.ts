// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { usesKey } from "../../../web/src/guest/guest-keys.ts";

afterEach(() => document.body.replaceChildren());

function add(html: string): Element | null {
  document.body.innerHTML = html;
  return document.body.firstElementChild;
}

test.each([
  ["<button></button>", true],
  ['<input type="checkbox">', true],
  ["<textarea></textarea>", true],
  ['<input type="range">', false],
  ["<p></p>", false],
])("usesKey for Space on %s returns %s", (html, isUsed) => {
  expect(usesKey(add(html), " ")).toBe(isUsed);
});
