import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Keeps the machine busy beside what is tested.
 * @param count how many processes compute without a pause
 * @returns ends them
 */
export async function startBusyProcesses(count: number): Promise<() => Promise<void>> {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ["--eval", "for (;;) Math.random();"], { stdio: "ignore" }),
  );
  await Promise.all(processes.map((each) => once(each, "spawn")));
  const ends = processes.map((each) => once(each, "exit"));
  return async () => {
    for (const each of processes) each.kill("SIGKILL");
    await Promise.all(ends);
  };
}
