/// <reference path="./dynalite.d.ts" />
/*
 * A stand-in for Amazon DynamoDB: the npm package dynalite, with the tables of the domain in it.
 *
 * What it does NOT do: check signatures and permissions, transactions, deletion by time to live, streams,
 * ReturnValuesOnConditionCheckFailure, backups, throttling. Reads of an index are consistent here and not in AWS. What was
 * acknowledged survives the death of the process; a power failure may lose what was written last.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/Welcome.html
 */
import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { type TableName, tableNames } from "../domain/tables.ts";
import { createTables } from "./dynamodb-tables.ts";
import { guardHost } from "./foundation/guard-host.ts";
import { PortTakenError } from "./foundation/listen.ts";

export type RunningDynamodb = { url: string; close: () => Promise<void> };

/** Thrown when another process keeps its tables in the directory. */
export class DirectoryTakenError extends Error {
  constructor(directory: string) {
    super(`Another program keeps its tables in ${directory}.`);
    this.name = "DirectoryTakenError";
  }
}

/** Name of a table in the local cloud. */
export function localTableName(table: TableName): string {
  return `parlance-local-${table}`;
}

/** The environment variables by which handlers know the tables, e.g. PROFILES_TABLE. */
export function tableEnvironment(): Record<string, string> {
  return Object.fromEntries(tableNames.map((table) => [`${table.toUpperCase()}_TABLE`, localTableName(table)]));
}

/** Keeps other processes out of `directory`. The system lets go of the lock however this process ends. */
function holdDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, "lock.sqlite"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new DirectoryTakenError(directory);
  }
  return () => lock.close();
}

function makeServer(directory: string | undefined): Server {
  const path = directory === undefined ? {} : { path: join(directory, "tables") };
  const server = dynalite({ ...path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  // dynalite lets pages of any origin in, and throws beyond all catching when a caller goes away in mid-request.
  server.prependListener("request", (request) => {
    delete request.headers.origin;
  });
  guardHost(server);
  server.on("request", (request) => {
    request.removeAllListeners("error").on("error", () => {});
  });
  return server;
}

function listenOn(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortTakenError(port) : error);
    });
    server.listen(port, "127.0.0.1", () => {
      // The address of a server on TCP is an object.
      const { port: actualPort } = server.address() as AddressInfo;
      resolve(`http://localhost:${actualPort}`);
    });
  });
}

/**
 * Starts DynamoDB on loopback with every table in it; port 0 picks a free one. Without a directory, nothing is kept.
 * @throws PortTakenError, DirectoryTakenError, OutdatedTableError
 */
export async function startDynamodb({
  port,
  directory,
}: {
  port: number;
  directory: string | undefined;
}): Promise<RunningDynamodb> {
  const letGo = directory === undefined ? () => {} : holdDirectory(directory);
  const server = makeServer(directory);
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    letGo();
  };
  try {
    const url = await listenOn(server, port);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new DynamoDBClient({ endpoint: url, region: "local", credentials });
    await createTables(client, localTableName);
    client.destroy();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
