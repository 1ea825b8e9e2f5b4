import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";

/** The local cloud in a separate process, which shows a pack. */
export type LocalApp = {
  url: string;
  /** Reloads the pack. */
  loadContent: () => Promise<void>;
  /** Resolves when the process has ended; true for exit code 0. */
  ended: Promise<boolean>;
  stop: () => Promise<void>;
};

const program = path.join(import.meta.dirname, "..", "..", "local", "main.ts");
const StartedMessage = z.object({ webUrl: z.url() });

/** On Ctrl-C, a terminal also sends the signal to the child process. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Leaves out the keys of the user's Stripe account, and the file of the handlers' permissions. */
function createEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { STRIPE_API_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, PARLANCE_GRANTS: _grants, ...rest } = process.env;
  return { ...rest, ...settings };
}

/** @param port of the web app; the next five ports are also used */
export async function startLocalApp(pack: string, port: number): Promise<LocalApp | null> {
  const state = await mkdtemp(path.join(tmpdir(), "parlance-preview-"));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, "--preview"], {
    env: createEnvironment({ PORT: String(port), PARLANCE_STATE: state, PARLANCE_PACK: path.resolve(pack) }),
    // The child process ends when this channel closes, even if its parent was killed.
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
