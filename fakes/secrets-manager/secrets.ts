import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export const statusByCode = {
  InternalServiceError: 500,
  InvalidParameterException: 400,
  InvalidRequestException: 400,
  ResourceExistsException: 400,
  ResourceNotFoundException: 400,
  UnknownOperationException: 400,
} as const;

export class SecretsManagerError extends Error {
  readonly code: keyof typeof statusByCode;

  constructor(code: keyof typeof statusByCode, message: string) {
    super(message);
    this.name = "SecretsManagerError";
    this.code = code;
  }
}

const Secret = z.object({
  arn: z.string(),
  name: z.string(),
  version_id: z.string(),
  value: z.string(),
  created_ms: z.number(),
  /** The end of the recovery window, or null for a secret that is not scheduled for deletion. */
  deletion_ms: z.nullable(z.number()),
});
export type Secret = z.infer<typeof Secret>;

const arnPrefix = "arn:aws:secretsmanager:local:000000000000:secret:";

export function createTables(state: DatabaseSync): void {
  state.exec(`
    CREATE TABLE IF NOT EXISTS secrets (
      arn TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, version_id TEXT NOT NULL, value TEXT NOT NULL, created_ms INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS secret_deletions (arn TEXT PRIMARY KEY, deletion_ms INTEGER NOT NULL);
  `);
}

export function findSecret(state: DatabaseSync, id: string): Secret | null {
  const row = state
    .prepare("SELECT * FROM (SELECT * FROM secrets LEFT JOIN secret_deletions USING (arn)) WHERE name = ? OR arn = ?")
    .get(id, id);
  return row ? Secret.parse(row) : null;
}

/** @throws SecretsManagerError if the secret does not exist */
export function requireSecret(state: DatabaseSync, id: string): Secret {
  const secret = findSecret(state, id);
  if (secret) return secret;
  throw new SecretsManagerError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
}

/** @throws SecretsManagerError if the secret does not exist or is scheduled for deletion */
export function requireUsableSecret(state: DatabaseSync, id: string): Secret {
  const secret = requireSecret(state, id);
  if (secret.deletion_ms === null) return secret;
  const message = "You can't perform this operation on the secret because it was marked for deletion.";
  throw new SecretsManagerError("InvalidRequestException", message);
}

export const createArn = (name: string) => `${arnPrefix}${name}-${randomUUID().slice(0, 6)}`;

export function storeVersion(
  state: DatabaseSync,
  secret: Pick<Secret, "arn" | "name">,
  value: string,
  token: string = randomUUID(),
) {
  state
    .prepare("INSERT OR REPLACE INTO secrets (arn, name, version_id, value, created_ms) VALUES (?, ?, ?, ?, ?)")
    .run(secret.arn, secret.name, token, value, Date.now());
  return { ARN: secret.arn, Name: secret.name, VersionId: token };
}

export function scheduleDeletion(state: DatabaseSync, { arn }: Secret, deletionMs: number): void {
  state.prepare("INSERT INTO secret_deletions (arn, deletion_ms) VALUES (?, ?)").run(arn, deletionMs);
}

export function cancelDeletion(state: DatabaseSync, { arn }: Secret): void {
  state.prepare("DELETE FROM secret_deletions WHERE arn = ?").run(arn);
}

export function deleteSecret(state: DatabaseSync, secret: Secret): void {
  cancelDeletion(state, secret);
  state.prepare("DELETE FROM secrets WHERE arn = ?").run(secret.arn);
}
