import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "../support/child-app.ts";

/** How a program ran that was started by itself, so that its memory is its own. */
export type ChildRun = { seconds: number; megabytes: number; output: string; code: number | null };

/** Tells at the end how much memory it had at most, in kB. */
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.send?.({kilobytes:process.resourceUsage().maxRSS}))";

type Options = {
  env?: Readonly<Record<string, string>>;
  /** Kills it (SIGKILL) as soon as it has printed this. */
  killAt?: RegExp;
};

/** Runs one of the project's programs to its end. @throws Error with what it printed if it fails */
export async function runChild(args: readonly string[], { env = {}, killAt }: Options = {}): Promise<ChildRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--import", reportMemory, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let [output, kilobytes] = ["", 0];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += String(chunk);
      if (killAt?.test(output)) child.kill("SIGKILL");
    });
  }
  child.on("message", (message: { kilobytes: number }) => {
    ({ kilobytes } = message);
  });
  const [code] = await once(child, "close");
  if (code !== 0 && !killAt) throw new Error(`${args.join(" ")} ended with ${code}:\n${output.slice(-2_000)}`);
  return { seconds: (performance.now() - startedAt) / 1_000, megabytes: (kilobytes * 1_024) / 1e6, output, code };
}
