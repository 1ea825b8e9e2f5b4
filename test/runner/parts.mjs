import { ensureFirefox } from "../engines/firefox.mjs";
import { ensureWebKit } from "../engines/webkit.mjs";

/**
 * The checks in two lists, one for each of two cores. The threads of a compiler repeat much work, so two
 * single-threaded compilers are faster.
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
 * Parts that use only the processor. The parts of one list run in the same process. The handlers' cloud sets
 * environment variables of its process, so no other tests may share that process.
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
  // The cloud of this part also sets environment variables.
  [{ name: "stage" }],
];

/**
 * Parts in other browser engines, which mostly wait for audio. Missing programs are installed if that is allowed.
 * Otherwise the part is skipped.
 * @type {(Part & { program: string, ensure: () => Promise<unknown> })[]}
 */
export const otherEngineParts = [
  { name: "firefox", program: "Firefox", ensure: ensureFirefox },
  { name: "webkit", program: "WebKitGTK", ensure: ensureWebKit },
];

/**
 * Parts in Chromium. The first part uses all cores. The second part must run alone on the machine.
 * @type {Part[]}
 */
export const chromiumParts = [{ name: "browser" }, { name: "browser-alone" }];
