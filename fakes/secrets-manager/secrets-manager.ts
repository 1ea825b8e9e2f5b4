import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { text as readText } from "node:stream/consumers";
import * as z from "zod/mini";
import { listen, type RunningServer } from "../foundation/listen.ts";

const statusByCode = {
  InternalServiceError: 500,
  InvalidParameterException: 400,
  ResourceExistsException: 400,
  ResourceNotFoundException: 400,
  UnknownOperationException: 400,
} as const;

class SecretsManagerError extends Error {
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
});
type Secret = z.infer<typeof Secret>;

const SecretString = z.string().check(z.minLength(1), z.maxLength(65_536));
const SecretId = z.string().check(z.minLength(1), z.maxLength(2048));
// The SDK creates the token and repeats it on a retry. The token becomes the version's id.
const Token = z.optional(z.string().check(z.minLength(32), z.maxLength(64)));
const SecretName = z.string().check(z.regex(/^[\w/+=.@-]{1,512}$/));
const GetInput = z.strictObject({ SecretId, VersionStage: z.optional(z.literal("AWSCURRENT")) });
const CreateInput = z.strictObject({ Name: SecretName, SecretString, ClientRequestToken: Token });
const PutInput = z.strictObject({ SecretId, SecretString, ClientRequestToken: Token });

const arnPrefix = "arn:aws:secretsmanager:local:000000000000:secret:";

function findSecret(state: DatabaseSync, id: string): Secret | null {
  const row = state.prepare("SELECT * FROM secrets WHERE name = ? OR arn = ?").get(id, id);
  return row ? Secret.parse(row) : null;
}

function requireSecret(state: DatabaseSync, id: string): Secret {
  const secret = findSecret(state, id);
  if (secret) return secret;
  throw new SecretsManagerError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
}

function storeVersion(
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

const isSameAttempt = (secret: Secret, value: string, token: string | undefined) =>
  secret.version_id === token && secret.value === value;

type Operation = (state: DatabaseSync, input: unknown) => object;

const operations: Readonly<Record<string, Operation>> = {
  GetSecretValue: (state, input) => {
    const { arn, name, version_id, value, created_ms } = requireSecret(state, GetInput.parse(input).SecretId);
    const current = { VersionId: version_id, VersionStages: ["AWSCURRENT"], CreatedDate: created_ms / 1000 };
    return { ARN: arn, Name: name, SecretString: value, ...current };
  },
  CreateSecret: (state, input) => {
    const { Name, SecretString: value, ClientRequestToken: token } = CreateInput.parse(input);
    const present = findSecret(state, Name);
    if (present && !isSameAttempt(present, value, token)) {
      const message = `The operation failed because the secret ${Name} already exists.`;
      throw new SecretsManagerError("ResourceExistsException", message);
    }
    return storeVersion(
      state,
      present ?? { name: Name, arn: `${arnPrefix}${Name}-${randomUUID().slice(0, 6)}` },
      value,
      token,
    );
  },
  PutSecretValue: (state, input) => {
    const { SecretId: id, SecretString: value, ClientRequestToken: token } = PutInput.parse(input);
    const present = requireSecret(state, id);
    if (present.version_id === token && present.value !== value) {
      const message = `A resource with the ID ${token} already exists.`;
      throw new SecretsManagerError("ResourceExistsException", message);
    }
    return { ...storeVersion(state, present, value, token), VersionStages: ["AWSCURRENT"] };
  },
};

async function handleRequest(message: IncomingMessage, state: DatabaseSync): Promise<object> {
  const [, name = ""] = /^secretsmanager\.(\w+)$/.exec(String(message.headers["x-amz-target"])) ?? [];
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation)
    throw new SecretsManagerError("UnknownOperationException", `The local cloud has no operation ${name}`);
  return operation(state, JSON.parse(await readText(message)));
}

function toSecretsManagerError(cause: unknown): SecretsManagerError {
  if (cause instanceof SecretsManagerError) return cause;
  if (cause instanceof z.core.$ZodError || cause instanceof SyntaxError) {
    return new SecretsManagerError("InvalidParameterException", cause.message);
  }
  console.error("Secrets Manager:", cause);
  return new SecretsManagerError("InternalServiceError", "An error occurred on the server side.");
}

/**
 * Starts Secrets Manager on loopback; port 0 picks a free port.
 * @throws PortTakenError
 */
export function startSecretsManager({ port, state }: { port: number; state: DatabaseSync }): Promise<RunningServer> {
  state.exec(`CREATE TABLE IF NOT EXISTS secrets (
    arn TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, version_id TEXT NOT NULL, value TEXT NOT NULL, created_ms INTEGER NOT NULL
  )`);
  return listen(async (message, response) => {
    const contentType = { "Content-Type": "application/x-amz-json-1.1" };
    try {
      const output = JSON.stringify(await handleRequest(message, state));
      response.writeHead(200, contentType).end(output);
    } catch (cause) {
      const { code, message: reason } = toSecretsManagerError(cause);
      response.writeHead(statusByCode[code], contentType).end(JSON.stringify({ __type: code, message: reason }));
    }
  }, port);
}
