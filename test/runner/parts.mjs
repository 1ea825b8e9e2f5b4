import { ensureFirefox } from "../engines/firefox.mjs";
import { ensureWebKit } from "../engines/webkit.mjs";

/**
 * Two lists that run at the same time, for two cores. The threads of a compiler repeat much work, so two
 * single-threaded compilers are faster than one compiler with threads.
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
 * `of` lists the Vitest projects of the part. Without `of`, the part is the project with the same name.
 * @typedef {{ name: string, of?: string[] }} Part
 */

/**
 * Parts without a browser. The parts of one list run in the same Vitest process. The setup of `lambdas` starts a cloud
 * that sets environment variables of its process, so no other part may share that process.
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
  // By default, the setup of `stage` also starts such a cloud.
  [{ name: "stage" }],
];

/**
 * Parts in other browser engines, which mostly wait for audio. `ensure` resolves to a falsy value if the program is
 * missing and cannot be installed.
 * @type {(Part & { program: string, ensure: () => Promise<unknown> })[]}
 */
export const otherEngineParts = [
  { name: "firefox", program: "Firefox", ensure: ensureFirefox },
  { name: "webkit", program: "WebKitGTK", ensure: ensureWebKit },
];

/**
 * Parts in Chromium, which run one after the other. `browser-alone` must run alone on the machine.
 * @type {Part[]}
 */
export const chromiumParts = [{ name: "journeys" }, { name: "browser" }, { name: "browser-alone" }];

/** Parts that record what a browser plays, which needs PulseAudio. */
export const audibleParts = ["browser-alone", "firefox", "webkit"];

export const allParts = [
  "checks",
  ...[...computeParts.flat(), ...chromiumParts, ...otherEngineParts].map(({ name }) => name),
];

/** Together, these parts take about ten minutes on two cores. */
export const quickParts = ["checks", "unit", "infrastructure", "fakes", "lambdas", "journeys"];
