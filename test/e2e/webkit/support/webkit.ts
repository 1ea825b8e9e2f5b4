import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { afterAll, afterEach, beforeAll } from "vitest";
import { freePorts } from "../../../support/free-port.ts";
import { limitMs } from "../../../support/limits.ts";
import { findWebKit } from "../../../webkit.mjs";
import { type SoundServer, startSoundServer } from "../../support/sound-server.ts";
import { Screen } from "./screen.ts";

const startTimeoutMs = limitMs(5_000);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Starts a display that nobody sees; resolves with its name once it can be used. */
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

/**
 * Has a sound server, if it is wanted, for all tests of a file, and closes the WebKitGTK of each test.
 * @returns opens a WebKitGTK in a fresh profile, which plays to that server and listens to it
 */
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
  return async (): Promise<{ screen: Screen; sound: SoundServer | null }> => {
    const sound = servers[0] ?? null;
    const browser = await openBrowser(sound);
    opened.push(browser);
    return { screen: new Screen(browser.driver), sound };
  };
}
