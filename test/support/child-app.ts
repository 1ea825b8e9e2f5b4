import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const root = join(import.meta.dirname, "..", "..");

export type ChildApp = {
  url: string;
  process: ChildProcess;
  output: () => string;
  /** Sends a signal and waits for the exit; resolves to the exit code, or null if the signal killed the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

export type ChildAppOptions = {
  directory: string;
  port: number;
  /** File with the permissions of its handlers; all by default. */
  grantsFile?: string;
  /** The sample pack by default. */
  packDirectory?: string;
  /** The built web app, by default the one in this checkout. */
  siteDirectory?: string;
};

/** Throws if a handler made a call that it is not granted, even if its caller handled the refusal. */
export function expectNothingRefused({ output }: ChildApp): void {
  const refused = new Set(output().match(/^AccessDeniedException: .*$/gm));
  if (refused.size > 0) throw new Error(`Handlers did what the template does not grant:\n${[...refused].join("\n")}`);
}

/** Starts the local cloud; resolves when it has printed its URL. */
export async function startChildApp(options: ChildAppOptions): Promise<ChildApp> {
  const { directory, port, grantsFile, packDirectory, siteDirectory } = options;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "local/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PARLANCE_STATE: directory,
      PARLANCE_GRANTS: grantsFile,
      PARLANCE_PACK: packDirectory,
      PARLANCE_SITE: siteDirectory,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += String(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed += `${line}\n`;
      const address = /^\s+Parlance\s+(\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void exited.then(() => reject(new Error(`Parlance did not start:\n${printed}`)));
  });
  return {
    url,
    process: child,
    output: () => printed,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}
