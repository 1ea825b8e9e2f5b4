// `npm run mutation` makes many small changes to the code, and prints the changes for which no test fails.
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript } from "../../local/setup.mjs";
import { prepareSharedWork } from "../runner/shared-work.mjs";

await runScript(async () => {
  checkNode();
  await ensureInstalled();
  const work = prepareSharedWork();
  const env = { ...process.env, ...work.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` };
  const args = ["--disable-warning=ExperimentalWarning", "test/mutation/main.ts", ...process.argv.slice(2)];
  return run(pinnedNode, args, { stdio: "inherit", env }).finally(work.remove);
});
