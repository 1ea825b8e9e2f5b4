import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { findFirefox } from "../../../firefox.mjs";
import { limitMs } from "../../../support/limits.ts";
import type { Signal } from "../../support/correlate.ts";
import { type SoundServer, startSoundServer } from "../../support/sound-server.ts";

/** What shows may be an original's length away. */
const timeoutMs = limitMs(15_000);

/** What Firefox answers when a page asks for the microphone. */
export type MicrophoneAnswer = "allow" | "refuse";

export type OpenFirefox = {
  page: Page;
  /** Everything that went wrong in the page. */
  problems: string[];
  /** A WAV file that the page gave to the learner, once the whole of it is there. */
  downloaded: (name: string) => Promise<Signal>;
  close: () => Promise<void>;
};

/** As in about:config; a permission is 1 when it is granted and 2 when it is refused. */
const preferences = (downloads: string, answer: MicrophoneAnswer) => ({
  "browser.download.dir": downloads,
  "browser.download.folderList": 2,
  "media.navigator.permission.disabled": answer === "allow",
  "permissions.default.microphone": answer === "allow" ? 1 : 2,
});

function isWhole(file: string): boolean {
  const bytes = readFileSync(file);
  // RIFF counts what follows its first eight bytes.
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
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return {
    page,
    problems,
    downloaded: (name) => readDownload(downloads, name),
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

/**
 * Has a sound server for all tests of a file, and closes the Firefox of each test.
 * @returns opens a Firefox in a fresh profile, which plays to that server and listens to it
 */
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
