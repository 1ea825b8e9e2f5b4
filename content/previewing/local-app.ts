import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";

/** Parlance on this machine, in a process of its own, with a pack to look at. */
export type LocalApp = {
  url: string;
  /** Loads what has changed of the pack. @throws Error that says why not */
  loadContent: () => Promise<void>;
  /** Whether it ended as it was asked to (Ctrl-C), once it has. */
  ended: Promise<boolean>;
  /** Ends it, if it has not ended, and leaves nothing of it. */
  stop: () => Promise<void>;
};

const program = path.join(import.meta.dirname, "..", "..", "local", "main.ts");
const StartedMessage = z.object({ webUrl: z.url() });

/** By which whoever previews ends it. The terminal sends its own to the app as well. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Nothing of the caller's own app, or of an account at Stripe, takes part. */
function createEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { STRIPE_API_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, PARLANCE_GRANTS: _grants, ...rest } = process.env;
  return { ...rest, ...settings };
}

/**
 * Starts Parlance with a pack. Its state is in a directory of its own, gone with it: what is to be kept is in the pack.
 * @param port of the web app; it takes the next five too
 * @returns null if it did not start; it has then said why
 */
export async function startLocalApp(pack: string, port: number): Promise<LocalApp | null> {
  const state = await mkdtemp(path.join(tmpdir(), "parlance-preview-"));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, "--preview"], {
    env: createEnvironment({ PORT: String(port), PARLANCE_STATE: state, PARLANCE_PACK: path.resolve(pack) }),
    // It ends when this channel closes, so that none is left behind if this process is killed.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => code === 0);
  const end = () => void child.kill("SIGTERM");
  for (const signal of signals) process.on(signal, end);
  const stop = async () => {
    end();
    await ended;
    await rm(state, { recursive: true, force: true });
    for (const signal of signals) process.off(signal, end);
  };
  const started = await Promise.race([once(child, "message"), ended.then(() => null)]);
  if (!started) {
    await stop();
    return null;
  }
  const { webUrl: url } = StartedMessage.parse(started[0]);
  return { url, loadContent: () => loadContent(url), ended, stop };
}

const RefusalBody = z.object({ message: z.string() });

async function loadContent(url: string): Promise<void> {
  const response = await fetch(`${url}/local/content`, { method: "POST" });
  if (response.ok) return;
  const text = await response.text();
  throw new Error(response.status === 409 ? RefusalBody.parse(JSON.parse(text)).message : text);
}
