import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { createWorkspace } from "../content/building/workspace.ts";
import { PublishError } from "../content/publishing/publish-error.ts";
import { DirectoryTakenError } from "../fakes/dynamodb/dynamodb.ts";
import { PortTakenError } from "../fakes/foundation/listen.ts";
import type { Grants } from "../fakes/iam/access-checker.ts";
import { redirectLog } from "../lambdas/runtime/log.ts";
import { buildWebIfStale } from "./build-web.ts";
import { type Cloud, startCloud } from "./cloud.ts";
import { parsePort } from "./cloud-settings.ts";
import { OutdatedTableError } from "./dynamodb.ts";
import { addFurtherContent, furtherContent } from "./further-content.ts";
import { lockStateDirectory, runningProcess } from "./lock.mjs";
import { withProgress } from "./setup.mjs";
import { LiveKeyError } from "./start-payments.ts";

const directory = process.env["PARLANCE_STATE"] ?? join(import.meta.dirname, "..", ".local");
const hot = process.argv.includes("--hot");
const isPreview = process.argv.includes("--preview");
const packDirectory = process.env["PARLANCE_PACK"];
const hasFurtherContent = process.argv.includes("--further-content") && packDirectory === undefined && !isPreview;
const siteDirectory = process.env["PARLANCE_SITE"];

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function createFileLogger(file: string): Parameters<typeof redirectLog>[0] {
  const lines = createWriteStream(file, { flags: "a" });
  return (level, line) => {
    lines.write(`${line}\n`);
    if (level === "error") process.stderr.write(`${line}\n`);
  };
}

const GrantsFile = z.record(z.string(), z.array(z.object({ action: z.string(), resource: z.string() })));

function readGrants(): Grants | undefined {
  const file = process.env["PARLANCE_GRANTS"];
  return file === undefined ? undefined : GrantsFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

function once(action: () => Promise<void>): () => void {
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    void action();
  };
}

function readPort(): number {
  const text = process.env["PORT"] ?? "5173";
  return parsePort(text) ?? fail(`PORT must be a number from 1 to 65000, not "${text}".`);
}

async function main(): Promise<void> {
  const port = readPort();
  const other = runningProcess(directory);
  if (other !== null) fail(`Parlance is running already (process ${other}); stop it first.`);
  lockStateDirectory(directory);
  let cloud: Cloud | undefined;
  const stop = once(async () => {
    await cloud?.close();
    process.exit(0);
  });
  // Registered before the start, so that a signal during the start also ends the process.
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.on(signal, stop);
  if (!hot) await buildWebIfStale((build) => withProgress("Building the web app", build));
  redirectLog(createFileLogger(join(directory, "handlers.log")));
  const furtherPackDirectory = hasFurtherContent ? createWorkspace(furtherContent).pack : undefined;
  const folders = { directory, packDirectory, furtherPackDirectory, siteDirectory };
  cloud = await startCloud({ ...folders, firstPort: port, hot, grants: readGrants(), isPreview });
  // The parent process prints the preview's URL.
  if (isPreview) return void process.send?.({ webUrl: cloud.webUrl });
  process.stdout.write(`
  Parlance   ${cloud.webUrl}
  Inbox      ${cloud.webUrl}/local/inbox   (the emails it sends)
  Local      ${cloud.webUrl}/local         (clock, addresses)

  Stop with Ctrl-C.
`);
  if (!hasFurtherContent) return;
  const print = (line: string) => void process.stdout.write(`  ${line}\n`);
  await addFurtherContent({ directory: furtherContent, refreshContent: cloud.refreshContent, print });
}

try {
  await main();
} catch (error) {
  if (error instanceof PortTakenError) {
    const again = isPreview ? "--port 5200" : "PORT=5200 npm start";
    fail(`${error.message} Stop that program, or choose another port: ${again}`);
  }
  const isExplained =
    error instanceof DirectoryTakenError ||
    error instanceof OutdatedTableError ||
    error instanceof LiveKeyError ||
    error instanceof PublishError;
  if (isExplained) fail(error.message);
  throw error;
}
