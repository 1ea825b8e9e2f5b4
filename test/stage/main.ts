import { spawn } from "node:child_process";
import { createCommand } from "../../operations/command-line/command.ts";
import { stageVariable } from "./support/stage-under-test.ts";

const untested = [
  "email: codes, messages to support (nobody reads a mailbox)",
  "log-in through Google",
  "a payment on Stripe's page, and everything after it",
  "the hourly and daily jobs, which follow the clock",
  "screens and microphones: npm test browser",
];

export const stageTestCommand = createCommand(
  { usage: "npm run test:stage -- --stage NAME, or local for the local cloud", positionals: 0 },
  { stage: { type: "string", default: "local" } },
  async ({ values: { stage } }, { print }) => {
    const env = { ...process.env, [stageVariable]: stage };
    const child = spawn("vitest", ["run", "--project", "stage"], { stdio: "inherit", env });
    const code = await new Promise<number>((end) => {
      child.once("error", () => end(127));
      child.once("exit", (status) => end(status ?? 1));
    });
    print(["Not tested in a stage:", ...untested.map((what) => `- ${what}`)].join("\n"));
    return code;
  },
);

if (import.meta.main) process.exitCode = await stageTestCommand.run(process.argv.slice(2));
