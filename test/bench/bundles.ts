import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, AssetStaging, Stack } from "aws-cdk-lib";
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
  // A construct that holds more than the handler bears the handler's name itself.
  const name = handler.node.id === "Handler" ? (handler.node.scope?.node.id ?? handler.node.id) : handler.node.id;
  return { name, file: join(asset.absoluteStagedPath, "index.mjs") };
}

/** A document client alone, bundled as handlers are. */
function bundleBaseline(app: App): Bundle {
  const stack = new Stack(app, "baseline");
  const monitoring = new Monitoring(stack, "Monitoring", { config });
  const handler = new HandlerFunction(stack, "document-client", {
    handler: "../test/bench/document-client",
    area: "The stage as a whole",
    impact: "None: it is never deployed.",
    environment: {},
    statements: [],
    config,
    monitoring,
  });
  return bundleOf(handler);
}

/** Bundles, into `directory`, every handler that the product deploys, as `cdk synth` does, and the baseline. */
export function bundleHandlers(directory: string): { handlers: Bundle[]; baseline: Bundle } {
  const { context } = CdkJson.parse(JSON.parse(readFileSync(join(root, "cdk.json"), "utf8")));
  const app = new App({ outdir: directory, context });
  const stack = new ParlanceStack(app, "product", { stage: "dev", config });
  const handlers = stack.node.findAll().filter((node) => node instanceof HandlerFunction);
  return { handlers: handlers.map(bundleOf), baseline: bundleBaseline(app) };
}
