// Runs one of the project's programs on the Node that it pins, whatever Node npm was started with, after installing what is
// missing: node local/run-pinned.mjs FILE ARGUMENTS…
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript } from "./setup.mjs";

await runScript(async () => {
  checkNode();
  // The terminal sends its Ctrl-C to the program as well, which then ends by itself.
  process.on("SIGINT", () => {});
  await ensureInstalled();
  const env = { ...process.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` };
  return run(pinnedNode, ["--disable-warning=ExperimentalWarning", ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
});
