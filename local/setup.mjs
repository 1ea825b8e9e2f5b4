// These functions also run before the installation, on the machine's own Node. So this file is plain JavaScript without
// dependencies.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".parlance-installed");
const logFile = join(root, ".local", "install.log");
const oldestNode = 20;

/** An expected failure. `runScript` prints only its message. */
export class SetupError extends Error {}

export const pinnedNode = join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node");

/**
 * @param {string} version
 * @throws {SetupError}
 */
export function checkNode(version = process.versions.node) {
  const major = Number(version.split(".")[0]);
  if (major >= oldestNode) return;
  throw new SetupError(`Parlance needs Node ${oldestNode} or newer; this is ${version}.`);
}

function lockDigest() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockDigest();
}

/**
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const startedAt = Date.now();
  const live = process.stdout.isTTY;
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(live ? `${label} …` : `${label} …\n`);
  const timer = setInterval(
    () => process.stdout.write(live ? `\r${label} … ${seconds()} s` : `  ${seconds()} s\n`),
    live ? 1000 : 15_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stdout.write(live ? `\r${label} … done in ${seconds()} s\n` : `  done in ${seconds()} s\n`);
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    const signals = /** @type {const} */ (["SIGTERM", "SIGHUP"]);
    for (const signal of signals) process.on(signal, forward);
    const end = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.once("error", () => end(127));
    child.once("exit", (code, signal) => end(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

/** @throws {SetupError} */
export async function ensureInstalled() {
  if (isInstalled()) return;
  mkdirSync(join(root, ".local"), { recursive: true });
  const log = openSync(logFile, "w");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const code = await withProgress("Installing dependencies", () => run(command, args, { stdio: ["ignore", log, log] }));
  if (code !== 0 || !existsSync(pinnedNode)) {
    throw new SetupError(`The dependencies could not be installed; ${relative(process.cwd(), logFile)} says why.`);
  }
  writeFileSync(stampFile, lockDigest());
}

/** @param {() => Promise<number>} main returns the exit code */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
