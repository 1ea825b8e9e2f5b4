import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export type Killable = {
  firstLine: string;
  kill: () => Promise<void>;
};

export async function startKillable(program: string): Promise<Killable> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const failed = exited.then(([code]) => Promise.reject(new Error(`The program ended with ${code}`)));
  failed.catch(() => {});
  const [firstLine] = await Promise.race([once(createInterface(child.stdout), "line"), failed]);
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { firstLine: String(firstLine), kill };
}
