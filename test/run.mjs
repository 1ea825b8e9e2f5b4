// `npm test`: installs what is missing, runs every check, and ends with "N passed, N failed" alone on a line.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkNode, ensureInstalled, root, run, runScript, SetupError } from "../local/setup.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensurePulseAudio } from "./pulse-audio.mjs";

/** @param {string} name */
const bin = (name) => join(root, "node_modules", ".bin", name);

/** @type {[label: string, program: string, args: string[]][]} */
const checks = [
  ["Types: domain", "tsc", ["-p", "domain"]],
  ["Types: web", "tsc", ["-p", "web"]],
  ["Types: server side", "tsc", ["-p", "."]],
  ["Types: tests", "tsc", ["-p", "test"]],
  ["Lint, format and import rules", "biome", ["check", "--error-on-warnings", "."]],
];

const projects = ["unit", "infrastructure", "local", "lambdas", "browser", "browser-alone"];

/**
 * @param {(typeof checks)[number]} check
 * @param {NodeJS.ProcessEnv} env
 */
async function runCheck([label, program, args], env) {
  const code = await run(bin(program), args, { stdio: ["ignore", "inherit", "inherit"], env });
  process.stdout.write(`${code === 0 ? "✓" : "✗"} ${label}\n`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/**
 * @param {string} project
 * @param {string} directory where its results go
 * @param {NodeJS.ProcessEnv} env
 */
async function runProject(project, directory, env) {
  process.stdout.write(`\n${project}\n`);
  const outputFile = join(directory, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
  const code = await run(bin("vitest"), ["run", "--project", project, ...reporters], {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(outputFile, "utf8"));
    // A suite that cannot even be loaded has no failed tests of its own.
    const failed = numFailedTests > 0 || numFailedTestSuites === 0 ? numFailedTests : numFailedTestSuites;
    return { passed: numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

await runScript(async () => {
  const only = process.argv.slice(2);
  const unknown = only.filter((name) => name !== "checks" && !projects.includes(name));
  if (unknown.length > 0)
    throw new SetupError(`No such part: ${unknown.join(", ")}. Parts: checks, ${projects.join(", ")}.`);
  /** @param {string} name */
  const wanted = (name) => only.length === 0 || only.includes(name);
  checkNode();
  await ensureInstalled();
  const opensBrowsers = wanted("browser") || wanted("browser-alone");
  const chromium = opensBrowsers ? await ensureChromium() : "";
  if (opensBrowsers && !(await ensurePulseAudio()))
    process.stdout.write("PulseAudio is not installed: what a browser plays is not listened to.\n");
  const env = { ...process.env, CHROMIUM: chromium, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` };
  const directory = mkdtempSync(join(tmpdir(), "parlance-test-"));
  const results = [];
  if (wanted("checks")) for (const check of checks) results.push(await runCheck(check, env));
  for (const project of projects.filter(wanted)) results.push(await runProject(project, directory, env));
  rmSync(directory, { recursive: true, force: true });
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
