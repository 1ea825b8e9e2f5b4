import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const root = join(import.meta.dirname, "..", "..");

export type ChildApp = {
  url: string;
  process: ChildProcess;
  output: () => string;
  /** Resolves to the exit code, or to null if a signal killed the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

export type ChildAppOptions = {
  directory: string;
  port: number;
  /** The file with the permissions of the handlers. By default, handlers have all permissions. */
  grantsFile?: string;
  /** By default `content/pack`. */
  packDirectory?: string;
  /** The directory of the built web app. By default that of this checkout. */
  siteDirectory?: string;
};

/** Throws if a handler made a call without a grant, even if the handler caught the refusal. */
export function expectNothingRefused({ output }: ChildApp): void {
  const refused = new Set(output().match(/^AccessDeniedException: .*$/gm));
  if (refused.size > 0) throw new Error(`Handlers did what the template does not grant:\n${[...refused].join("\n")}`);
}

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
