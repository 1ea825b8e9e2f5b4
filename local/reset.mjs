import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { runningProcess } from "./lock.mjs";
import { root, runScript, SetupError } from "./setup.mjs";

await runScript(async () => {
  const directory = resolve(process.env["PARLANCE_STATE"] ?? join(root, ".local"));
  const pid = runningProcess(directory);
  if (pid !== null) throw new SetupError(`Parlance is running (process ${pid}); stop it first.`);
  // PARLANCE_STATE may name a wrong directory. So only a directory with the local cloud's state is deleted.
  const hasState = existsSync(join(directory, "state.sqlite"));
  if (hasState) rmSync(directory, { recursive: true, force: true });
  process.stdout.write(
    hasState
      ? "The local cloud's accounts, plans, progress and emails are deleted.\n"
      : `Nothing is deleted, because ${directory} has no state of a local cloud.\n`,
  );
  return 0;
});
