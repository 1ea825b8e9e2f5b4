import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright-core";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const mostScriptKb = 100;
const mostStyleKb = 15;
const quietMs = 1_000;

function collectResponses(page: Page): Response[] {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  return responses;
}

async function untilQuiet(page: Page, responses: readonly Response[]): Promise<void> {
  for (let before = -1; before !== responses.length; ) {
    before = responses.length;
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(quietMs);
  }
}

async function gzippedKb(responses: readonly Response[], contentType: RegExp): Promise<number> {
  const matching = responses.filter((response) => contentType.test(response.headers()["content-type"] ?? ""));
  const once = [...new Map(matching.map((response) => [response.url(), response])).values()];
  const bodies = await Promise.all(once.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
}

async function measurePage(browser: Browser, url: string): Promise<{ scriptKb: number; styleKb: number }> {
  const { page, context, problems } = await openPage(browser);
  const responses = collectResponses(page);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await untilQuiet(page, responses);
  const failed = responses.filter((response) => response.status() >= 400).map((response) => response.url());
  if (failed.length + problems.length > 0) throw new Error(`The page failed: ${[...failed, ...problems].join("; ")}`);
  const scriptKb = await gzippedKb(responses, /javascript/);
  const styleKb = await gzippedKb(responses, /css/);
  await context.close();
  return { scriptKb, styleKb };
}

export async function measureFirstPage(appUrl: string): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const landing = await measurePage(browser, appUrl);
    const login = await measurePage(browser, `${appUrl}/login`);
    return [
      limitedRow("First page: JavaScript, gzipped", landing.scriptKb, "kB", mostScriptKb),
      limitedRow("First page: CSS, gzipped", landing.styleKb, "kB", mostStyleKb),
      reportedRow("Login: JavaScript, gzipped", login.scriptKb, "kB"),
      reportedRow("Login: CSS, gzipped", login.styleKb, "kB"),
    ];
  } finally {
    await browser.close();
  }
}
