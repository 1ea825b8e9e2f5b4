import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const root = join(import.meta.dirname, "..", "..");

/** Parlance in a process of its own, as a developer starts it. */
export type ChildApp = {
  url: string;
  process: ChildProcess;
  /** What it has printed. */
  output: () => string;
  /** Ends it with a signal and waits until it is gone; answers with its exit code, null if the signal ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

export type ChildAppOptions = {
  /** Where its state is. */
  directory: string;
  port: number;
  /** A file of what its handlers may do; everything unless given. */
  grantsFile?: string;
  /** The content to load; the sample pack unless given. */
  packDirectory?: string;
};

/** Fails where a handler did what it is not granted, whatever its caller made of the refusal. */
export function expectNothingRefused({ output }: ChildApp): void {
  const refused = new Set(output().match(/^AccessDeniedException: .*$/gm));
  if (refused.size > 0) throw new Error(`Handlers did what the template does not grant:\n${[...refused].join("\n")}`);
}

/** Starts the local cloud; resolves once it says where it is. */
export async function startChildApp(options: ChildAppOptions): Promise<ChildApp> {
  const { directory, port, grantsFile, packDirectory } = options;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "local/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PARLANCE_STATE: directory,
      PARLANCE_GRANTS: grantsFile,
      PARLANCE_PACK: packDirectory,
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
