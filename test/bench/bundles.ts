import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { App, AssetStaging, Stack } from "aws-cdk-lib";
import { build } from "esbuild";
import * as z from "zod/mini";
import { HandlerFunction } from "../../lib/handler-function.ts";
import { Monitoring } from "../../lib/monitoring.ts";
import { ParlanceStack } from "../../lib/stack.ts";
import { readStage } from "../../lib/stages.ts";
import { root } from "../support/child-app.ts";

export type Bundle = { name: string; file: string };

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });
const config = readStage("dev");

function bundleOf(handler: HandlerFunction): Bundle {
  const [asset] = handler.node.findAll().filter((node) => node instanceof AssetStaging);
  if (!asset) throw new Error(`${handler.node.id} has no bundle`);
  // Some handlers are wrapped in a construct that has the handler's name.
  const name = handler.node.id === "Handler" ? (handler.node.scope?.node.id ?? handler.node.id) : handler.node.id;
  return { name, file: join(asset.absoluteStagedPath, "index.mjs") };
}

/** Modules in this folder can resolve the project's packages. */
const clientsFolder = join(root, "node_modules", ".cache", "parlance-bench");

/** Returns the source of a module that re-exports a handler's imports from the SDKs of AWS and Stripe. */
async function clientsOf(handler: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "lambdas", `${handler}.ts`)],
    bundle: true,
    format: "esm",
    packages: "external",
    platform: "node",
    treeShaking: true,
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("");
  return [...text.matchAll(/^import (?:(\w+)|(\{[^}]+\})) from ("(?:@aws-sdk\/|@smithy\/|stripe")[^;]*);$/gm)]
    .map(([, whole, names, from]) => `export ${whole ? `{ default as ${whole} }` : names} from ${from};\n`)
    .join("");
}

async function bundleClients(stack: Stack, monitoring: Monitoring, handler: string): Promise<Bundle | null> {
  const name = handler.replaceAll("/", "-");
  const source = await clientsOf(handler);
  if (source === "") return null;
  mkdirSync(clientsFolder, { recursive: true });
  const file = join(clientsFolder, name);
  writeFileSync(`${file}.ts`, source);
  const made = new HandlerFunction(stack, name, {
    handler: relative(join(root, "lambdas"), file),
    area: "The stage as a whole",
    impact: "None: it is never deployed.",
    environment: {},
    statements: [],
    config,
    monitoring,
  });
  return bundleOf(made);
}

export async function bundleHandlers(directory: string): Promise<{ handler: Bundle; clients: Bundle | null }[]> {
  const { context } = CdkJson.parse(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8")));
  const app = new App({ outdir: directory, context });
  const product = new ParlanceStack(app, "product", { stage: "dev", config });
  const stack = new Stack(app, "clients");
  const monitoring = new Monitoring(stack, "Monitoring", { config });
  const pairs = [];
  for (const made of product.node.findAll().filter((node) => node instanceof HandlerFunction)) {
    pairs.push({ handler: bundleOf(made), clients: await bundleClients(stack, monitoring, made.handler) });
  }
  return pairs;
}
