import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} directory */
const lockFile = (directory) => join(directory, "running.pid");

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Returns the process id in the lock file. That process may have ended.
 * @param {string} directory
 */
function lockHolder(directory) {
  try {
    return Number(readFileSync(lockFile(directory), "utf8"));
  } catch {
    return null;
  }
}

/**
 * Returns the process id in the lock file, if another process has this id now.
 * @param {string} directory
 * @returns {number | null}
 */
export function runningProcess(directory) {
  const pid = lockHolder(directory);
  return Number.isInteger(pid) && pid !== null && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
}

/**
 * The lock lasts until this process exits.
 * @param {string} directory
 */
export function lockStateDirectory(directory) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(lockFile(directory), String(process.pid));
  process.once("exit", () => {
    if (lockHolder(directory) === process.pid) rmSync(lockFile(directory), { force: true });
  });
}
