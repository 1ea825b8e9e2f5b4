import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export function openState(directory: string): DatabaseSync {
  if (directory === ":memory:") return new DatabaseSync(directory);
  mkdirSync(directory, { recursive: true });
  const state = new DatabaseSync(join(directory, "state.sqlite"));
  state.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  return state;
}
