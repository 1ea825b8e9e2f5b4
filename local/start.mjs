import { checkNode, ensureInstalled, pinnedNode, run, runScript } from "./setup.mjs";

const hot = process.argv.includes("--hot");

await runScript(async () => {
  checkNode();
  await ensureInstalled();
  // The terminal sends Ctrl-C to the server too, so this process only waits for the end of the server.
  process.on("SIGINT", () => {});
  const flags = ["--disable-warning=ExperimentalWarning", ...(hot ? ["--watch", "--watch-preserve-output"] : [])];
  // Without `--watch`, the server ends when this IPC channel closes, even if this process was killed.
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  return run(pinnedNode, [...flags, "local/main.ts", "--further-content", ...process.argv.slice(2)], { stdio });
});
