import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchChanges } from "../../content/previewing/watch-changes.ts";
import { scaledTimeoutMs } from "../support/limits.ts";

test("watchChanges reports a run that fails, and runs again after later changes", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "parlance-watch-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const failures: unknown[] = [];
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 1) throw new Error("The reload failed");
  };
  const stop = watchChanges(
    directory,
    (file) => file.endsWith(".json"),
    work,
    (error) => failures.push(error),
  );
  onTestFinished(stop);
  for (const nth of [1, 2, 3]) {
    await writeFile(path.join(directory, "dialogue.json"), String(nth));
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(nth), scaledTimeoutMs(5_000));
  }
  expect(failures).toEqual([new Error("The reload failed")]);
});
