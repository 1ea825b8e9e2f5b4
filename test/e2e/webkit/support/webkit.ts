import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findWebKit } from "../../../engines/webkit.mjs";
import { freePorts } from "../../../support/free-port.ts";
import { scaledTimeoutMs } from "../../../support/limits.ts";
import {
  findElementsByText,
  type Name,
  nameText,
  type Role,
  roleSelectors,
} from "../../support/engines/named-elements.ts";
import { type Engine, type FoundElement, Screen } from "../../support/engines/screen.ts";
import { type SoundServer, startSoundServer } from "../../support/sound-server.ts";

const startTimeoutMs = scaledTimeoutMs(5_000);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Xvfb prints the display's number when the display is ready. */
async function startDisplay(program: string): Promise<{ child: ChildProcess; name: string }> {
  const child = spawn(program, ["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, name: `:${line}` };
}

async function startDriver(program: string, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ["--host=127.0.0.1", `--port=${port}`], { env, stdio: "ignore" });
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  const giveUpAt = performance.now() + startTimeoutMs;
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error("WebKitWebDriver did not start");
    await pause(50);
  }
  return { child, url };
}

const found = (driver: WebDriver, element: WebElement): FoundElement => ({
  click: async () => {
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
    await element.click();
  },
  type: (text) => element.sendKeys(text),
  press: () => element.sendKeys(Key.END),
  text: () => element.getText(),
  value: async () => (await element.getAttribute("value")) ?? "",
});

async function find(driver: WebDriver, role: Role, name: Name): Promise<FoundElement | null> {
  const isNamed = (given: string) => (typeof name === "string" ? given === name : given.includes(name.with));
  for (const element of await driver.executeScript<WebElement[]>(
    findElementsByText,
    roleSelectors[role],
    nameText(name),
  )) {
    if (isNamed((await element.getAccessibleName()).trim())) return found(driver, element);
  }
  return null;
}

/** Collects the later errors of a loaded page, because WebKitWebDriver does not report errors. */
function noteProblems(): void {
  const problems: string[] = [];
  Object.assign(window, { problems });
  addEventListener("error", ({ message }) => problems.push(message));
  addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
  const { error } = console;
  console.error = (...told: unknown[]) => {
    problems.push(told.map(String).join(" "));
    error.apply(console, told);
  };
}

function engineOf(driver: WebDriver): Engine {
  const problems: string[] = [];
  const collect = async () => {
    problems.push(...(await driver.executeScript<string[]>("return window.problems?.splice(0) ?? []")));
  };
  const load = async (page: () => Promise<void>) => {
    await collect();
    await page();
    await driver.executeScript(noteProblems);
  };
  return {
    open: (url) => load(() => driver.get(url)),
    reload: () => load(() => driver.navigate().refresh()),
    url: () => driver.getCurrentUrl(),
    find: (role, name) => find(driver, role, name),
    text: () => driver.executeScript<string>("return document.body.innerText"),
    problems: async () => {
      await collect();
      return problems;
    },
  };
}

type OpenBrowser = { driver: WebDriver; close: () => Promise<void> };

async function openBrowser(sound: SoundServer | null): Promise<OpenBrowser> {
  const programs = findWebKit();
  if (!programs) throw new Error("WebKitGTK is not installed");
  const display = await startDisplay(programs.display);
  const server = await startDriver(programs.driver, { ...process.env, ...sound?.env, DISPLAY: display.name });
  const args = ["--automation", "--enable-media-stream=true"];
  const capabilities = new Capabilities()
    .setBrowserName("MiniBrowser")
    .set("webkitgtk:browserOptions", { binary: programs.browser, args });
  const driver = await new Builder().usingServer(server.url).withCapabilities(capabilities).build();
  return {
    driver,
    close: async () => {
      await driver.quit();
      await end(server.child);
      await end(display.child);
    },
  };
}

/** @returns a function that opens WebKitGTK with a new profile */
export function openFileWebKit(hearing: "with sound" | "without sound") {
  const servers: SoundServer[] = [];
  const opened: OpenBrowser[] = [];
  beforeAll(async () => {
    if (hearing === "with sound") servers.push(await startSoundServer());
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((browser) => browser.close()));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  return async (): Promise<{ screen: Screen; driver: WebDriver; sound: SoundServer | null }> => {
    const sound = servers[0] ?? null;
    const browser = await openBrowser(sound);
    opened.push(browser);
    return { screen: new Screen(engineOf(browser.driver)), driver: browser.driver, sound };
  };
}
