import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { StorageExpiryWarning } from "../../../../web/src/features/exam/session/kept-recordings.tsx";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

afterEach(() => vi.unstubAllGlobals());

// WebKit deletes a site's data after seven days of Safari use without user interaction on the site. A Home Screen app
// has its own count of days, and each use of the app resets that count:
// https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
it.each([
  ["a browser page on an iPhone", { userAgent: iphone, maxTouchPoints: 5, standalone: false }, true],
  ["the Home Screen app of an iPhone", { userAgent: iphone, maxTouchPoints: 5, standalone: true }, false],
  ["an Android phone", { userAgent: "Mozilla/5.0 (Linux; Android 16)", maxTouchPoints: 5 }, false],
])("StorageExpiryWarning on $0 is shown: $2", (_, device, expected) => {
  vi.stubGlobal("navigator", device);
  const text = renderToStaticMarkup(createElement(StorageExpiryWarning));
  expect(text.includes("iPhones and iPads can delete a site’s data 7 days after your last visit.")).toBe(expected);
  expect(text === "").toBe(!expected);
});
