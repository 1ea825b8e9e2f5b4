import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens the database for state that must survive a restart or a crash. Creates a missing `directory`. With ":memory:",
 * nothing is stored on disk.
 */
export function openState(directory: string): DatabaseSync {
  if (directory === ":memory:") return new DatabaseSync(directory);
  mkdirSync(directory, { recursive: true });
  const state = new DatabaseSync(join(directory, "state.sqlite"));
  state.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  return state;
}
