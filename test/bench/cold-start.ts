import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { median } from "../support/statistics.ts";
import { type Bundle, bundleHandlers } from "./bundles.ts";
import { comparedRow, type Row, reportedRow } from "./row.ts";

const runs = 15;
const mostTimes = 1.3;
const program = join(import.meta.dirname, "time-import.mjs");
/** Variables that Lambda sets for every function. The import of a handler needs no others. */
const environment = { AWS_REGION: "ap-southeast-2", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench" };

async function importMs({ file }: Bundle): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, pathToFileURL(file).href], {
    env: environment,
  });
  return Number(stdout);
}

/** The order alternates, to limit the effect of other load on the comparison. */
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

/** Compares the bundles of handlers with bundles of their SDK clients alone. */
export async function measureColdStarts(directory: string): Promise<Row[]> {
  const times: Row[] = [];
  const sizes: Row[] = [];
  for (const { handler, clients } of await bundleHandlers(directory)) {
    const { name } = handler;
    if (!clients) {
      sizes.push(reportedRow(`Bundle, minified: ${name}, which uses no client`, sizesKb(handler).minified, "kB"));
      continue;
    }
    const time = await importInTurns(handler, clients);
    const [whole, bare] = [sizesKb(handler), sizesKb(clients)];
    times.push(comparedRow(`Cold import, ${runs} processes: ${name}`, time.value, time.baseline, "ms", mostTimes));
    sizes.push(
      comparedRow(`Bundle, minified: ${name}`, whole.minified, bare.minified, "kB", mostTimes),
      comparedRow(`Bundle, minified and gzipped: ${name}`, whole.gzipped, bare.gzipped, "kB", mostTimes),
    );
  }
  return [...times, ...sizes];
}
