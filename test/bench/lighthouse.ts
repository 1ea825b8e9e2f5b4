import lighthouse, { type Result } from "lighthouse";
import { launchBrowser } from "../e2e/support/browser.ts";
import { freePorts } from "../support/free-port.ts";
import { median } from "../support/statistics.ts";
import { exactRow, limitedRow, type Row } from "./row.ts";

/** A visitor of /pricing is redirected to the login page, which is measured instead. */
const paths = ["/", "/login", "/signup", "/pricing"];
/**
 * The median of five runs is twice as stable as one run:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/variability.md
 */
const runs = 5;

const categories = [
  ["performance", "performance"],
  ["accessibility", "accessibility"],
  ["best-practices", "best practices"],
  ["seo", "search engines"],
] as const;

const mostFirstPaintSeconds = 1.2;
const mostShift = 0.01;

/** Lighthouse sometimes reports a runtime error instead of results. */
const mostTries = 4;

async function measure(url: string, port: number, tries = 1): Promise<Result> {
  // The default settings of Lighthouse imitate a mobile phone on a slow network.
  const result = await lighthouse(url, { port, logLevel: "error" });
  if (result && !result.lhr.runtimeError) return result.lhr;
  if (tries < mostTries) return measure(url, port, tries + 1);
  throw new Error(`Lighthouse failed: ${result?.lhr.runtimeError?.message}`);
}

function found(results: readonly Result[], read: (result: Result) => number | null | undefined): number {
  return median(
    results.map((result) => {
      const value = read(result);
      if (value === null || value === undefined) throw new Error("Lighthouse could not tell");
      return value;
    }),
  );
}

function rowsOf(path: string, results: readonly Result[]): Row[] {
  const audit = (name: string) => found(results, ({ audits }) => audits[name]?.numericValue);
  const score = (id: string) => Math.round(100 * found(results, (result) => result.categories[id]?.score));
  return [
    ...categories.map(([id, name]) => exactRow(`Lighthouse ${path}: ${name}`, score(id), "points", 100)),
    limitedRow(
      `Lighthouse ${path}: first contentful paint`,
      audit("first-contentful-paint") / 1000,
      "s",
      mostFirstPaintSeconds,
    ),
    limitedRow(`Lighthouse ${path}: layout shift`, audit("cumulative-layout-shift"), "of the view", mostShift),
  ];
}

export async function measureLighthouse(appUrl: string): Promise<Row[]> {
  const port = await freePorts(1);
  const browser = await launchBrowser({ debuggingPort: port });
  try {
    const rows: Row[] = [];
    for (const path of paths) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await measure(appUrl + path, port));
      rows.push(...rowsOf(path, results));
    }
    return rows;
  } finally {
    await browser.close();
  }
}
