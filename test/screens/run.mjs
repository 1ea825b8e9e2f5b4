// The program of `npm run screens`. Arguments select test files by name. Without arguments, all run.
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript } from "../../local/setup.mjs";
import { ensureChromium } from "../engines/chromium.mjs";
import { clearSheet, writeSheet } from "./sheet.mjs";

await runScript(async () => {
  checkNode();
  await ensureInstalled();
  const chromium = await ensureChromium();
  const directory = join(root, "screens");
  const names = process.argv.slice(2);
  clearSheet(directory, names);
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    SCREENS: directory,
    PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
  };
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const code = await run(pinnedNode, [vitest, "run", "--project", "screens", ...names], { stdio: "inherit", env });
  process.stdout.write(`${writeSheet(directory)}\n`);
  return code;
});
