import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { withProgress } from "../../local/setup.mjs";
import { type ChildApp, startChildApp } from "../support/child-app.ts";
import { freePorts } from "../support/free-port.ts";
import { measureAccountReads } from "./account-reads.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureEveryDay } from "./every-day.ts";
import { measureExamAttempts } from "./exam-attempts.ts";
import { measureExpiry } from "./expiry.ts";
import { measureFeedback } from "./feedback.ts";
import { measureFirstPage } from "./first-page.ts";
import { measureFirstSample } from "./first-sample.ts";
import { measureFirstSound } from "./first-sound.ts";
import { measureGlossary } from "./glossary.ts";
import { measureGuestPage } from "./guest-page.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureLongPractice } from "./long-practice.ts";
import { measureMarkingSheetOpening } from "./marking-sheet.ts";
import { measureOriginalPlayback } from "./original-playback.ts";
import { measureBuilding } from "./packs.ts";
import { measurePractising } from "./practising.ts";
import { measurePublishing } from "./publishing.ts";
import { measureRecordingFidelity } from "./recording-fidelity.ts";
import { type Row, toTable } from "./row.ts";
import { measureSchoolYear } from "./school-year.ts";
import { measureSpeechAnalysis } from "./speech-analysis.ts";
import { measureWaveformDrawing } from "./waveform-drawing.ts";
import { measureWebhook } from "./webhook.ts";

const resultsFile = join(import.meta.dirname, "results.json");
const directory = mkdtempSync(join(tmpdir(), "parlance-bench-"));
let app: ChildApp | undefined;

// Also runs after an error and after the signals below.
process.once("exit", () => {
  app?.process.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

type Part = { label: string; measure: (app: ChildApp) => Promise<Row[]> };

const parts: Record<string, Part> = {
  "first-page": { label: "First page", measure: ({ url }) => measureFirstPage(url) },
  lighthouse: { label: "Lighthouse", measure: ({ url }) => measureLighthouse(url) },
  account: { label: "GET /account", measure: ({ url }) => measureAccountReads(url) },
  webhook: { label: "Webhook", measure: ({ url }) => measureWebhook(url) },
  waveform: { label: "Drawing the waveform", measure: ({ url }) => measureWaveformDrawing(url) },
  speech: { label: "Speech figures", measure: measureSpeechAnalysis },
  "every-day": { label: "Every day", measure: ({ url }) => measureEveryDay(url) },
  guest: { label: "Guest's page", measure: ({ url }) => measureGuestPage(url) },
  feedback: { label: "Sharing, the end of a link", measure: () => measureFeedback(directory) },
  glossary: { label: "A large glossary", measure: measureGlossary },
  "first-sound": { label: "First sound", measure: ({ url }) => measureFirstSound(url) },
  practising: { label: "Practising", measure: ({ url }) => measurePractising(url) },
  "long-practice": { label: "Hours of practice", measure: ({ url }) => measureLongPractice(url) },
  exams: { label: "Taking exams", measure: ({ url }) => measureExamAttempts(url, directory) },
  sheet: { label: "Opening a sheet", measure: ({ url }) => measureMarkingSheetOpening(url) },
  "first-sample": { label: "First recorded sample", measure: ({ url }) => measureFirstSample(url, directory) },
  recordings: {
    label: "Recordings compared with the spoken words",
    measure: ({ url }) => measureRecordingFidelity(url, directory),
  },
  heard: { label: "Originals compared with the played sound", measure: ({ url }) => measureOriginalPlayback(url) },
  expiry: { label: "Expiry", measure: measureExpiry },
  building: { label: "Building a pack", measure: () => measureBuilding(directory) },
  publishing: { label: "Publishing a large pack", measure: () => measurePublishing(directory) },
  school: { label: "A year of a school", measure: () => measureSchoolYear(directory) },
  "cold-starts": { label: "Cold starts", measure: () => measureColdStarts(join(directory, "bundles")) },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}.\n`);
  process.exit(1);
}

const port = await freePorts(6);
const started = await withProgress("Starting the local cloud", () =>
  startChildApp({ directory: join(directory, "state"), port }),
);
app = started;
const rows: Row[] = [];
const failures: string[] = [];
for (const [name, { label, measure }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    rows.push(...(await withProgress(label, () => measure(started))));
  } catch (error) {
    failures.push(`${label} could not be measured: ${error instanceof Error ? error.stack : error}`);
  }
}
await started.end("SIGTERM");

const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
const results = { measuredAt: new Date().toISOString(), ...machine, rows };
if (wanted.length === 0 && failures.length === 0) writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(`\nNode ${machine.node} on ${machine.cores} × ${machine.cpu}\n\n${toTable(rows)}\n`);
for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
