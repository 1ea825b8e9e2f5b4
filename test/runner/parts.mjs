import { ensureFirefox } from "../engines/firefox.mjs";
import { ensureWebKit } from "../engines/webkit.mjs";

/**
 * Checks, a list for each of two cores. Threads of one compiler work out many types once each: two compilers of one thread are quicker.
 * @type {[label: string, program: string, args: string[]][][]}
 */
export const checks = [
  [["Types: tests", "tsc", ["--singleThreaded", "-p", "test"]]],
  [
    ["Types: domain", "tsc", ["--singleThreaded", "-p", "domain"]],
    ["Types: web", "tsc", ["--singleThreaded", "-p", "web"]],
    ["Types: server side", "tsc", ["--singleThreaded", "-p", "."]],
    ["Lint, format and import rules", "biome", ["check", "--error-on-warnings", "."]],
  ],
];

/**
 * A part of the tests: projects of Vitest's configuration, the one of its name unless told.
 * @typedef {{ name: string, of?: string[] }} Part
 */

/**
 * Parts that want nothing but cores. Those of a list run together; the cloud of the handlers sets what it needs in the
 * environment of its process, and others would be sent there too.
 * @type {Part[][]}
 */
export const computeParts = [
  [
    { name: "unit", of: ["unit", "unit-web", "unit-web-apart"] },
    { name: "thorough" },
    { name: "infrastructure" },
    { name: "local" },
    { name: "fakes" },
  ],
  [{ name: "lambdas" }],
];

/**
 * Parts in other engines, which mostly wait for what sounds. What they need is installed where it may be, and they are left
 * out where it may not.
 * @type {(Part & { program: string, ensure: () => Promise<unknown> })[]}
 */
export const otherEngineParts = [
  { name: "firefox", program: "Firefox", ensure: ensureFirefox },
  { name: "webkit", program: "WebKitGTK", ensure: ensureWebKit },
];

/** Parts in Chromium: the first takes all cores there are, the second has to have the machine for itself. @type {Part[]} */
export const chromiumParts = [{ name: "browser" }, { name: "browser-alone" }];
