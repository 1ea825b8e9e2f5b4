import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "../support/child-app.ts";

/** `megabytes` is the peak memory of the process, or 0 for a killed process. */
export type ChildRun = { seconds: number; megabytes: number; output: string; code: number | null };

/** `maxRSS` has the unit of 1,024 bytes. */
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.send?.({kilobytes:process.resourceUsage().maxRSS}))";

type Options = {
  env?: Readonly<Record<string, string>>;
  killAt?: RegExp;
};

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
