import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../../support/statistics.ts";

const loadAverageFile = "/proc/loadavg";
const sampleCount = 20;
const sampleIntervalMs = 25;

/**
 * Estimates the number of other threads that are running or runnable.
 * https://man7.org/linux/man-pages/man5/proc_loadavg.5.html
 */
async function countBusyThreads(): Promise<number> {
  if (!existsSync(loadAverageFile)) return 0;
  const running: number[] = [];
  while (running.length < sampleCount) {
    await pause(sampleIntervalMs);
    const [, ofAll] = /(\d+)\/\d+/.exec(readFileSync(loadAverageFile, "utf8")) ?? [];
    // One of the running threads is this process's own.
    running.push(Number(ofAll ?? 1) - 1);
  }
  return Math.floor(median(running));
}

/**
 * Starts at most `count` processes that compute without a pause. Threads that are already busy count too, so fewer
 * processes may start.
 */
export async function startBusyProcesses(count: number): Promise<() => Promise<void>> {
  const missing = count === 0 ? 0 : Math.max(0, count - (await countBusyThreads()));
  const processes = Array.from({ length: missing }, () =>
    spawn(process.execPath, ["--eval", "for (;;) Math.random();"], { stdio: "ignore" }),
  );
  await Promise.all(processes.map((each) => once(each, "spawn")));
  const ends = processes.map((each) => once(each, "exit"));
  return async () => {
    for (const each of processes) each.kill("SIGKILL");
    await Promise.all(ends);
  };
}
