import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { ElementHandle, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { findFirefox } from "../../../engines/firefox.mjs";
import { scaledTimeoutMs } from "../../../support/limits.ts";
import type { Signal } from "../../support/correlate.ts";
import {
  findElementsByText,
  type Name,
  nameText,
  type Role,
  roleSelectors,
} from "../../support/engines/named-elements.ts";
import { type Engine, type FoundElement, Screen } from "../../support/engines/screen.ts";
import { type SoundServer, startSoundServer } from "../../support/sound-server.ts";

/** This timeout is shorter than that of `Screen`, so that `Screen` can search for an element again. */
const timeoutMs = scaledTimeoutMs(5_000);

export type MicrophoneAnswer = "allow" | "refuse";

export type OpenFirefox = {
  screen: Screen;
  page: Page;
  downloaded: (name: string) => Promise<Signal>;
  close: () => Promise<void>;
};

const preferences = (downloads: string, answer: MicrophoneAnswer) => ({
  "browser.download.dir": downloads,
  "browser.download.folderList": 2,
  "media.navigator.permission.disabled": answer === "allow",
  "permissions.default.microphone": answer === "allow" ? 1 : 2,
  // Without a graphics card, the default of 60 frames a second would need much of the processor.
  "layout.frame_rate": 20,
});

const found = (element: ElementHandle<Element>): FoundElement => ({
  click: () => element.asLocator().click(),
  type: (text) => element.type(text),
  press: (key) => element.press(key),
  text: () => element.evaluate((shown) => (shown instanceof HTMLElement ? shown.innerText : "")),
  value: () => element.evaluate((field) => ("value" in field ? String(field.value) : "")),
});

/**
 * The selector omits the name if only a part of the name is known. `find` applies the selector to one element at a
 * time, because a query of the whole document is slow.
 */
const accounted = (role: Role, name: Name) =>
  `::-p-aria(${typeof name === "string" ? `[name="${name}"]` : ""}[role="${role === "password" ? "" : role}"])`;

async function find(page: Page, role: Role, name: Name): Promise<FoundElement | null> {
  const list = await page.evaluateHandle(findElementsByText, roleSelectors[role], nameText(name));
  const count = await list.evaluate(({ length }) => length);
  for (let at = 0; at < count; at += 1) {
    const element = await list.evaluateHandle((elements, place) => elements[place] ?? null, at);
    if (element instanceof ElementHandle && (await element.$(accounted(role, name)))) return found(element);
  }
  return null;
}

function engineOf(page: Page): Engine {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: () => page.evaluate(() => location.href),
    find: (role, name) => find(page, role, name),
    text: () => page.evaluate(() => document.body.innerText),
    problems: async () => problems,
  };
}

function isWhole(file: string): boolean {
  const bytes = readFileSync(file);
  // The RIFF size does not include the first eight bytes.
  return bytes.length > 8 && bytes.readUInt32LE(4) + 8 === bytes.length;
}

async function readDownload(directory: string, name: string): Promise<Signal> {
  const file = join(directory, name);
  await expect.poll(() => readdirSync(directory).includes(name) && isWhole(file)).toBe(true);
  const sound = decodeWav(new Uint8Array(readFileSync(file)).buffer);
  if (!sound) throw new Error(`${name} is no WAV file`);
  return sound;
}

async function openFirefox(sound: SoundServer, answer: MicrophoneAnswer): Promise<OpenFirefox> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("Firefox is not installed");
  const downloads = mkdtempSync(join(tmpdir(), "parlance-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    defaultViewport: null,
    env: { ...process.env, ...sound.env },
    extraPrefsFirefox: preferences(downloads, answer),
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeoutMs);
  return {
    screen: new Screen(engineOf(page)),
    page,
    downloaded: (name) => readDownload(downloads, name),
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

/** @returns a function that opens Firefox with a new profile, and with the sound server of the test file */
export function openFileFirefox() {
  let sound: SoundServer;
  const opened: OpenFirefox[] = [];
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((firefox) => firefox.close()));
  });
  afterAll(() => sound.stop());
  return async (answer: MicrophoneAnswer = "allow"): Promise<OpenFirefox & { sound: SoundServer }> => {
    const firefox = await openFirefox(sound, answer);
    opened.push(firefox);
    return { ...firefox, sound };
  };
}
