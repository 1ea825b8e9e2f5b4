// Runs a program of the project on the pinned version of Node, even if npm runs on another version.
// Usage: node local/run-pinned.mjs FILE ARGUMENTS…
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript } from "./setup.mjs";

await runScript(async () => {
  checkNode();
  // The terminal sends Ctrl-C to the program too, so this process only waits for the end of the program.
  process.on("SIGINT", () => {});
  await ensureInstalled();
  const env = { ...process.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` };
  return run(pinnedNode, ["--disable-warning=ExperimentalWarning", ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
});
