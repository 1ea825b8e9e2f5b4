import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { chooseFreePlanFor, createLearner } from "../support/learner.ts";
import { fieldValue, waitForHeading } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { scriptUrlPattern } from "./support/script-url-pattern.ts";
import { signInByTokens } from "./support/stored-tokens.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

type Text = [role: "heading" | "link" | "button" | "textbox", name: string | RegExp];

const footer: Text[] = [
  ["link", "Privacy"],
  ["link", "Terms"],
  ["link", "Contact"],
];

/** The pages for which `isStaticPage` is true. */
const standalone = ["/", "/privacy", "/terms", "/contact"];

/** The prerendered pages. */
const pages: { path: string; title: string; texts: Text[] }[] = [
  {
    path: "/",
    title: "Practise for your interpreter exam · Parlance",
    texts: [
      ["heading", "Hear it. Say it. Hear yourself."],
      ["link", "Log in"],
      ["link", "Sign up"],
      ["heading", "Free"],
      ["heading", "Plus"],
      ["heading", "Pro"],
      ["heading", "Premium"],
      ["heading", "Languages"],
      ...footer,
    ],
  },
  {
    path: "/login",
    title: "Log in · Parlance",
    texts: [
      ["textbox", "Email"],
      ["textbox", "Password"],
      ["link", "Forgot password?"],
      ["button", "Log in"],
      ["button", "Continue with Google"],
      ["link", "Sign up"],
    ],
  },
  {
    path: "/signup",
    title: "Sign up · Parlance",
    texts: [
      ["textbox", "Full name"],
      ["textbox", "Email"],
      ["textbox", "Password"],
      ["button", "Create Account"],
      ["button", "Continue with Google"],
      ["link", "Log in"],
    ],
  },
  {
    path: "/forgot-password",
    title: "Forgot password? · Parlance",
    texts: [
      ["textbox", "Email"],
      ["button", "Send Verification Code"],
      ["link", "Back to Login"],
    ],
  },
  { path: "/privacy", title: "Privacy · Parlance", texts: [["heading", "Your recordings"], ...footer] },
  { path: "/terms", title: "Terms · Parlance", texts: [["heading", "Plans and payments"], ...footer] },
  { path: "/contact", title: "Contact · Parlance", texts: [["heading", "By email"], ...footer] },
];

/** The returned function also removes all other routes of the page. */
async function hold(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return async () => {
    gate.resolve();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const started = (page: Page) => page.locator("html:not([data-page])").waitFor({ state: "attached" });

const app = scriptUrlPattern("start");

async function aLearner() {
  const learner = await createLearner(appUrl);
  await chooseFreePlanFor(appUrl, learner.tokens.AccessToken);
  return learner;
}

describe("a prerendered page", () => {
  test("shows its content without JavaScript", async () => {
    const { page } = await openPage({ javaScriptEnabled: false });
    for (const { path, title, texts } of pages) {
      await page.goto(appUrl + path);
      expect(await page.title()).toBe(title);
      expect(await page.locator("html").getAttribute("lang")).toBe("en");
      for (const [role, name] of texts) await waitUntilShown(page.getByRole(role, { name }).first());
      if (path !== "/") continue;
      const amounts = await page.getByText(/^\$\d+(\.\d\d)?$/).allTextContents();
      expect(amounts.map((amount) => Number(amount.slice(1)))).toEqual([0, 9.99, 19.99, 29.99]);
      expect(await page.getByRole("region", { name: "Plans" }).getByRole("button").count()).toBe(0);
    }
  });

  test("has its own description for search engines", async () => {
    const documents = await Promise.all(pages.map(async ({ path }) => (await fetch(appUrl + path)).text()));
    const descriptions = documents.map((html) => /<meta name="description" content="([^"]+)"/.exec(html)?.[1]);
    expect(new Set(descriptions).size).toBe(pages.length);
    expect(descriptions).not.toContain(undefined);
  });
});

describe("the start of the app", () => {
  test("preserves a prerendered log-in, sign-up or reset page and its scroll position", async () => {
    const { page, problems } = await openPage({ viewport: { width: 360, height: 320 } });
    const scrollY = () => page.evaluate(() => window.scrollY);
    for (const { path, title } of pages.filter((each) => !standalone.includes(each.path))) {
      const release = await hold(page, app);
      await page.goto(appUrl + path);
      const main = await page.getByRole("main").elementHandle();
      await page.getByRole("main").getByRole("link").last().scrollIntoViewIfNeeded();
      const scrolled = await scrollY();
      expect(scrolled, path).toBeGreaterThan(0);
      await release();
      await started(page);
      expect(await main?.evaluate((element) => element.isConnected), path).toBe(true);
      expect(await scrollY(), path).toBe(scrolled);
      expect(await page.title()).toBe(title);
    }
    await page.getByRole("main").getByRole("link", { name: "Back to Login" }).click();
    await waitForHeading(page, "Log in");
    expect(await scrollY()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("logs in only once after the form was submitted three times before the start", async () => {
    const learner = await aLearner();
    const { page, problems } = await openPage();
    let logIns = 0;
    page.on("request", (request) => {
      if (request.headers()["x-amz-target"]?.endsWith(".InitiateAuth")) logIns += 1;
    });
    const release = await hold(page, app);
    await page.goto(`${appUrl}/login`);
    await page.getByLabel("Email").fill(learner.email);
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.evaluate(() => {
      const form = document.querySelector("form");
      for (let times = 0; times < 3; times += 1) form?.requestSubmit();
    });
    await release();
    await waitForHeading(page, `Welcome, ${learner.name}`);
    expect(logIns).toBe(1);
    expect(problems).toEqual([]);
  });

  test("copies a typed email to a page whose link was pressed before the start", async () => {
    const { page } = await openPage();
    const release = await hold(page, app);
    await page.goto(`${appUrl}/login`);
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await release();
    await waitForHeading(page, "Forgot password?");
    expect(await fieldValue(page, "Email")).toBe("asha@example.com");
  });

  test("logs in with a form that was submitted before the start", async () => {
    const learner = await aLearner();
    const { page, problems } = await openPage();
    const release = await hold(page, app);
    await page.goto(`${appUrl}/support`);
    await waitForHeading(page, "Log in");
    expect(new URL(page.url()).pathname).toBe("/login");
    await page.getByLabel("Email").fill(learner.email);
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await release();
    await waitUntilShown(page.getByLabel("Title"));
    expect(new URL(page.url()).pathname).toBe("/support");
    expect(problems).toEqual([]);
  });

  test("does not show the landing page after a log-in in another tab", async () => {
    const { page, context } = await openPage();
    await page.goto(appUrl);
    await waitForHeading(page, "Hear it. Say it. Hear yourself.");
    const learner = await aLearner();
    await signInByTokens(await context.newPage(), appUrl, learner.tokens);
    await waitForHeading(page, `Welcome, ${learner.name}`);
    await page.addInitScript(() => {
      const look = () => {
        const landing = document.querySelector("main.landing");
        if (landing?.checkVisibility()) sessionStorage.setItem("seen", "landing");
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const release = await hold(page, app);
    await page.reload();
    await waitUntilShown(page.getByRole("link", { name: "Parlance" }));
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Sign up" }).count()).toBe(0);
    await release();
    await waitForHeading(page, `Welcome, ${learner.name}`);
    expect(await page.evaluate(() => sessionStorage.getItem("seen"))).toBeNull();
  });
});

test.each([
  [412, pages.map(({ path }) => path)],
  // The list contains one page of each layout.
  [1440, ["/", "/login", "/privacy"]],
])("shifts almost no content at %i px when fonts load late", async (width, paths) => {
  const { page } = await openPage({ viewport: { width, height: 823 } });
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      // TypeScript's DOM types do not include layout shifts.
      for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
      document.documentElement.dataset["shift"] = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of paths) {
    const release = await hold(page, /\.woff2$/);
    await page.goto(appUrl + path, { waitUntil: "commit" });
    await waitUntilShown(page.getByRole("heading", { level: 1 }));
    if (!standalone.includes(path)) await started(page);
    await release();
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    const loaded = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").length);
    expect(loaded, path).toBeGreaterThanOrEqual(2);
    const shift = await page.evaluate(() => Number(document.documentElement.dataset["shift"] ?? 0));
    expect(shift, path).toBeLessThanOrEqual(0.01);
  }
});

test("opens a link of the landing page only when the visitor is online again", async () => {
  const { page } = await openPage();
  await page.goto(appUrl, { waitUntil: "networkidle" });
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Log in" }).first().click();
  await waitUntilShown(page.getByText("You are offline."));
  await waitForHeading(page, "Hear it. Say it. Hear yourself.");
  await page.context().setOffline(false);
  await waitForHeading(page, "Log in");
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("loads at most 100 kB of gzipped scripts on the landing page", async () => {
  const { page, problems } = await openPage();
  const pack = join(import.meta.dirname, "../../content/pack");
  const dialoguesOf = (language: string) =>
    readdirSync(join(pack, language), { recursive: true, encoding: "utf8" }).filter(
      (path) => /^[^/]+\/[^/]+\/metadata\.json$/.test(path) && !path.startsWith("example/"),
    ).length;
  const catalogue: string[] = [];
  const scripts: Promise<Buffer>[] = [];
  page.on("request", (request) => request.url().endsWith("/catalogue.json") && catalogue.push(request.url()));
  const noteScript = (response: Response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  };
  page.on("response", noteScript);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(appUrl, { waitUntil: "networkidle" });
  page.off("response", noteScript);
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(100_000);
  expect(catalogue).toEqual([]);

  await page.getByRole("heading", { name: "Languages" }).scrollIntoViewIfNeeded();
  const counts = page.getByRole("list", { name: "Languages that have dialogues" }).getByRole("listitem");
  await waitUntilShown(counts.first());
  const expected = readdirSync(pack).map((language) => ({ language, dialogues: dialoguesOf(language) }));
  // A duration may follow the number of dialogues.
  const said = (await counts.allTextContents()).map((text) => text.toLowerCase().replace(/ · .*$/, ""));
  expect(said.toSorted()).toEqual(
    expected.map(({ language, dialogues }) => `${language} ${dialogues} dialogues`).sort(),
  );
  expect(said[0]).toMatch(/^nepali/);
  const call = page.getByRole("region", { name: "Start with the examples in Nepali" });
  await call.getByRole("link", { name: "Start practising free" }).click();
  await waitForHeading(page, "Sign up");
  expect(problems).toEqual([]);
});

test("opens the privacy, terms and contact pages from the sign-up page and from each other", async () => {
  const { page } = await openPage();
  const follow = async (name: string) => {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await waitForHeading(page, name);
    expect(new URL(page.url()).pathname).toBe(`/${name.toLowerCase()}`);
  };
  // From Privacy, this order follows each link between two legal pages once.
  const followEachFromEach = async () => {
    for (const name of ["Terms", "Contact", "Privacy", "Contact", "Terms", "Privacy"]) await follow(name);
  };
  for (const name of ["Contact", "Terms", "Privacy"]) {
    await page.goto(`${appUrl}/signup`);
    await follow(name);
  }
  await followEachFromEach();
  await signInByTokens(page, appUrl, (await createLearner(appUrl)).tokens);
  await page.goto(`${appUrl}/privacy`);
  await waitUntilShown(page.getByRole("button", { name: /Account menu/ }));
  await followEachFromEach();
});
