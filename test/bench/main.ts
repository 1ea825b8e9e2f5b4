import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { withProgress } from "../../local/setup.mjs";
import { type ChildApp, startChildApp } from "../support/child-app.ts";
import { freePorts } from "../support/free-port.ts";
import { measureAccountReads } from "./account-reads.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureExpiry } from "./expiry.ts";
import { measureFirstPage } from "./first-page.ts";
import { measureFirstSample } from "./first-sample.ts";
import { measureFirstSound } from "./first-sound.ts";
import { measureLongPractice } from "./long-practice.ts";
import { measurePractising } from "./practising.ts";
import { type Row, toTable } from "./row.ts";
import { measureWaveformDrawing } from "./waveform-drawing.ts";
import { measureWebhook } from "./webhook.ts";

const resultsFile = join(import.meta.dirname, "results.json");
const directory = mkdtempSync(join(tmpdir(), "parlance-bench-"));
let app: ChildApp | undefined;

// However this process ends, the local cloud ends with it and nothing stays behind.
process.once("exit", () => {
  app?.process.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

async function measureApp({ url }: ChildApp): Promise<Row[]> {
  return [
    ...(await withProgress("First page", () => measureFirstPage(url))),
    ...(await withProgress("GET /account", () => measureAccountReads(url))),
    ...(await withProgress("Webhook", () => measureWebhook(url))),
    ...(await withProgress("Drawing the waveform", () => measureWaveformDrawing(url))),
    ...(await withProgress("First sound", () => measureFirstSound(url))),
    ...(await withProgress("Practising", () => measurePractising(url))),
    ...(await withProgress("Hours of practice", () => measureLongPractice(url))),
    ...(await withProgress("First recorded sample", () => measureFirstSample(url, directory))),
  ];
}

const port = await freePorts(6);
app = await withProgress("Starting the local cloud", () =>
  startChildApp({ directory: join(directory, "state"), port }),
);
const rows = await measureApp(app);
await app.end("SIGTERM");
rows.push(...(await withProgress("Expiry", measureExpiry)));
rows.push(...(await withProgress("Cold starts", () => measureColdStarts(join(directory, "bundles")))));

const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
const results = { measuredAt: new Date().toISOString(), ...machine, rows };
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`\nNode ${machine.node} on ${machine.cores} × ${machine.cpu}\n\n${toTable(rows)}\n`);
