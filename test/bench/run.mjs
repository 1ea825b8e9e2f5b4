// The program of `npm run bench`.
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript } from "../../local/setup.mjs";
import { ensureChromium } from "../engines/chromium.mjs";

await runScript(async () => {
  checkNode();
  await ensureInstalled();
  const chromium = await ensureChromium();
  const env = { ...process.env, CHROMIUM: chromium, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` };
  return run(pinnedNode, ["--disable-warning=ExperimentalWarning", "test/bench/main.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
});
