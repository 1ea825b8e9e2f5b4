import type { DatabaseSync } from "node:sqlite";

/** The secret of that name, made at the first call and the same ever after. */
export function storedSecret(state: DatabaseSync, name: string, make: () => string): string {
  state.exec("CREATE TABLE IF NOT EXISTS cognito_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const row = state.prepare("SELECT value FROM cognito_secrets WHERE name = ?").get(name);
  if (row) return String(row["value"]);
  const value = make();
  state.prepare("INSERT INTO cognito_secrets (name, value) VALUES (?, ?)").run(name, value);
  return value;
}
