import type { IncomingMessage } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { text as readText } from "node:stream/consumers";
import * as z from "zod/mini";
import { listen, type RunningServer } from "../foundation/listen.ts";
import { operations } from "./operations.ts";
import { createTables, SecretsManagerError, statusByCode } from "./secrets.ts";

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

/** @throws PortTakenError */
export function startSecretsManager({ port, state }: { port: number; state: DatabaseSync }): Promise<RunningServer> {
  createTables(state);
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
