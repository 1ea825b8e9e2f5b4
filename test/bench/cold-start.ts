import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { median } from "../support/statistics.ts";
import { type Bundle, bundleHandlers } from "./bundles.ts";
import { compared, type Row } from "./row.ts";

const runs = 15;
const mostTimes = 1.5;
const program = join(import.meta.dirname, "time-import.mjs");
/** What Lambda gives every function. Handlers read their own settings at their first call, not on import. */
const environment = { AWS_REGION: "ap-southeast-2", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench" };

async function importMs({ file }: Bundle): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, pathToFileURL(file).href], {
    env: environment,
  });
  return Number(stdout);
}

/** Runs the two in turns, the first of each turn changing, so that whatever else the machine does hits both alike. */
async function importInTurns(bundle: Bundle, baseline: Bundle): Promise<{ value: number; baseline: number }> {
  const [values, baselines]: [number[], number[]] = [[], []];
  await importMs(baseline);
  await importMs(bundle);
  for (let run = 0; run < runs; run += 1) {
    if (run % 2 === 0) baselines.push(await importMs(baseline));
    values.push(await importMs(bundle));
    if (run % 2 === 1) baselines.push(await importMs(baseline));
  }
  return { value: median(values), baseline: median(baselines) };
}

function sizesKb({ file }: Bundle): { minified: number; gzipped: number } {
  const bytes = readFileSync(file);
  return { minified: bytes.length / 1000, gzipped: gzipSync(bytes, { level: 9 }).length / 1000 };
}

/** How large each handler's bundle is and how long a new process takes to import it, beside a document client alone. */
export async function measureColdStarts(directory: string): Promise<Row[]> {
  const { handlers, baseline } = bundleHandlers(directory);
  const baselineSizes = sizesKb(baseline);
  const times: Row[] = [];
  const sizes: Row[] = [];
  for (const handler of handlers) {
    const time = await importInTurns(handler, baseline);
    const { minified, gzipped } = sizesKb(handler);
    const { name } = handler;
    times.push(compared(`Cold import, ${runs} processes: ${name}`, time.value, time.baseline, "ms", mostTimes));
    sizes.push(
      compared(`Bundle, minified: ${name}`, minified, baselineSizes.minified, "kB", mostTimes),
      compared(`Bundle, minified and gzipped: ${name}`, gzipped, baselineSizes.gzipped, "kB", mostTimes),
    );
  }
  return [...times, ...sizes];
}
