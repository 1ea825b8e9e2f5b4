// `npm test`: installs what is missing, runs every check, and ends with "N passed, N failed" alone on a line.
import { join } from "node:path";
import { checkNode, ensureInstalled, root, run, runScript, SetupError } from "../local/setup.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureFirefox } from "./firefox.mjs";
import { ensurePulseAudio } from "./pulse-audio.mjs";
import { runProject } from "./runner/run-project.mjs";
import { outcomeOf, summarise, tryFailuresAgain } from "./runner/second-try.mjs";
import { shareWork } from "./runner/shared-work.mjs";
import { gatherWarnings } from "./runner/warnings.mjs";
import { ensureWebKit } from "./webkit.mjs";

/** @param {string} name */
const bin = (name) => join(root, "node_modules", ".bin", name);

/**
 * Checks, a list for each of two cores. Threads of one compiler work out many types once each: two compilers of one thread are quicker.
 * @type {[label: string, program: string, args: string[]][][]}
 */
const checks = [
  [["Types: tests", "tsc", ["--singleThreaded", "-p", "test"]]],
  [
    ["Types: domain", "tsc", ["--singleThreaded", "-p", "domain"]],
    ["Types: web", "tsc", ["--singleThreaded", "-p", "web"]],
    ["Types: server side", "tsc", ["--singleThreaded", "-p", "."]],
    ["Lint, format and import rules", "biome", ["check", "--error-on-warnings", "."]],
  ],
];

/**
 * Parts of Vitest's configuration, each a project of its name unless other projects are named. In a browser a test may fail by a fluke of the machine, so it gets a second try there.
 * What a part needs beyond Chromium is installed where it may be, and the part is left out where it may not.
 * @type {{ name: string, of?: string[], inBrowser: boolean, needs?: { name: string, ensure: () => Promise<unknown> } }[]}
 */
const projects = [
  { name: "unit", of: ["unit", "unit-web", "unit-web-apart"], inBrowser: false },
  { name: "thorough", inBrowser: false },
  { name: "infrastructure", inBrowser: false },
  { name: "local", inBrowser: false },
  { name: "lambdas", inBrowser: false },
  { name: "browser", inBrowser: true },
  { name: "browser-alone", inBrowser: true },
  { name: "firefox", inBrowser: true, needs: { name: "Firefox", ensure: ensureFirefox } },
  { name: "webkit", inBrowser: true, needs: { name: "WebKitGTK", ensure: ensureWebKit } },
];

/**
 * Runs one check after the other.
 * @param {(typeof checks)[number]} list
 * @param {import("node:child_process").SpawnOptions} options
 */
async function runChecks(list, options) {
  const outcomes = [];
  for (const [label, program, args] of list) {
    outcomes.push(told(label, (await run(bin(program), args, options)) === 0));
  }
  return outcomes;
}

/**
 * @param {string} label
 * @param {boolean} isGood
 */
function told(label, isGood) {
  process.stdout.write(`${isGood ? "✓" : "✗"} ${label}\n`);
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, flaky: [] };
}

/**
 * @param {(typeof projects)[number]} project
 * @param {import("node:child_process").SpawnOptions} options
 */
async function runTests({ name, of = [name], inBrowser, needs }, options) {
  process.stdout.write(`\n${name}\n`);
  if (needs && !(await needs.ensure())) {
    process.stdout.write(`${needs.name} is not installed: its tests are skipped.\n`);
    return { passed: 0, failed: 0, flaky: [] };
  }
  const selected = of.flatMap((project) => ["--project", project]);
  const result = await runProject(selected, { options });
  return inBrowser ? tryFailuresAgain(result, (part) => runProject(selected, { part, options })) : outcomeOf(result);
}

await runScript(async () => {
  const only = process.argv.slice(2);
  const parts = ["checks", ...projects.map(({ name }) => name)];
  const unknown = only.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new SetupError(`No such part: ${unknown.join(", ")}. Parts: ${parts.join(", ")}.`);
  /** @param {string} name */
  const isWanted = (name) => only.length === 0 || only.includes(name);
  const wanted = projects.filter(({ name }) => isWanted(name));
  checkNode();
  await ensureInstalled();
  const opensBrowsers = wanted.some(({ inBrowser }) => inBrowser);
  const chromium = wanted.some(({ inBrowser, needs }) => inBrowser && !needs) ? await ensureChromium() : "";
  if (opensBrowsers && !(await ensurePulseAudio()))
    process.stdout.write("PulseAudio is not installed: what a browser plays is not listened to.\n");
  const warnings = gatherWarnings();
  const shared = shareWork();
  const env = {
    ...process.env,
    ...warnings.env,
    ...shared.env,
    CHROMIUM: chromium,
    PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
  };
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { stdio: ["ignore", "inherit", "inherit"], env };
  const outcomes = [];
  if (isWanted("checks")) {
    for (const done of await Promise.all(checks.map((list) => runChecks(list, options)))) outcomes.push(...done);
  }
  for (const project of wanted) outcomes.push(await runTests(project, options));
  shared.remove();
  const warned = warnings.read();
  process.stdout.write(`\n${warned}`);
  outcomes.push(told("No warnings of Node's", warned === ""));
  const { lines, isGreen } = summarise(outcomes);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  return isGreen ? 0 : 1;
});
