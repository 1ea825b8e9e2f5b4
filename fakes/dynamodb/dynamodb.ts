/// <reference path="./dynalite.d.ts" />
import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { guardHost } from "../foundation/guard-host.ts";
import { PortTakenError } from "../foundation/listen.ts";
import { createTables, type Tables } from "./tables.ts";

export type RunningDynamodb = { url: string; close: () => Promise<void> };

export class DirectoryTakenError extends Error {
  constructor(directory: string) {
    super(`Another program keeps its tables in ${directory}.`);
    this.name = "DirectoryTakenError";
  }
}

/** SQLite's lock ends with the process, even after a crash. */
function lockDirectory(directory: string): () => void {
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

function createDynalite(directory: string | undefined): Server {
  const path = directory === undefined ? {} : { path: join(directory, "tables") };
  const server = dynalite({ ...path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  // For a request with the header Origin, dynalite lets pages of any origin read the response.
  server.prependListener("request", (request) => {
    delete request.headers.origin;
  });
  guardHost(server);
  // Dynalite's own listener throws when a caller disconnects during a request. The exception would be uncaught.
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
      // The address of a TCP server is an object.
      const { port: actualPort } = server.address() as AddressInfo;
      resolve(`http://localhost:${actualPort}`);
    });
  });
}

export type DynamodbOptions = {
  port: number;
  /** Undefined for tables in memory. */
  directory: string | undefined;
  tables: Tables;
};

/**
 * Creates the missing tables.
 * @throws PortTakenError, DirectoryTakenError, UnusableTableError
 */
export async function startDynamodb({ port, directory, tables }: DynamodbOptions): Promise<RunningDynamodb> {
  const unlock = directory === undefined ? () => {} : lockDirectory(directory);
  const server = createDynalite(directory);
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    unlock();
  };
  try {
    const url = await listenOn(server, port);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new DynamoDBClient({ endpoint: url, region: "local", credentials });
    await createTables(client, tables);
    client.destroy();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
