import { ensureFirefox } from "../engines/firefox.mjs";
import { ensureWebKit } from "../engines/webkit.mjs";

/**
 * Checks, one list for each of two cores. Each thread of a compiler repeats much work, so two single-threaded compilers
 * are faster.
 * @type {[label: string, program: string, args: string[]][][]}
 */
export const checks = [
  [
    ["Types: tests", "tsc", ["--singleThreaded", "-p", "test"]],
    [
      "Words of docstrings, screens and commits",
      "node",
      ["--disable-warning=ExperimentalWarning", "test/words/main.ts"],
    ],
  ],
  [
    ["Types: domain", "tsc", ["--singleThreaded", "-p", "domain"]],
    ["Types: web", "tsc", ["--singleThreaded", "-p", "web"]],
    ["Types: server side", "tsc", ["--singleThreaded", "-p", "."]],
    ["Lint, format and import rules", "biome", ["check", "--error-on-warnings", "."]],
  ],
];

/**
 * A part of the tests. `of` lists its Vitest projects; by default, the one of its name.
 * @typedef {{ name: string, of?: string[] }} Part
 */

/**
 * Parts that need only cores; those of one list run together. The handlers' cloud sets environment variables of its
 * process, so no other tests may share that process.
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
  // Its cloud sets environment variables too.
  [{ name: "stage" }],
];

/**
 * Parts in other engines, which mostly wait for audio. Missing programs are installed if allowed; otherwise the part is
 * skipped.
 * @type {(Part & { program: string, ensure: () => Promise<unknown> })[]}
 */
export const otherEngineParts = [
  { name: "firefox", program: "Firefox", ensure: ensureFirefox },
  { name: "webkit", program: "WebKitGTK", ensure: ensureWebKit },
];

/** Parts in Chromium. The first uses all cores; the second needs the machine to itself. @type {Part[]} */
export const chromiumParts = [{ name: "browser" }, { name: "browser-alone" }];
