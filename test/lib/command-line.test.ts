import { expect, test } from "vitest";
import { runProgram } from "../support/run-program.ts";
import { root } from "./support/synthesise.ts";

test.each([
  ["bin/redrive.ts", "npm run redrive -- --stage NAME"],
  ["bin/stripe-setup.ts", "STRIPE_API_KEY=sk_… npm run stripe:setup -- --app-origin"],
  ["bin/cost.ts", "npm run cost"],
  ["deploy/main.ts", "npm run deploy -- --stage NAME"],
])("%s tells an operator who mistypes an option how it is called", async (file, usage) => {
  const { code, stdout, stderr } = await runProgram(["--disable-warning=ExperimentalWarning", file, "--colour"], {
    cwd: root,
    timeoutMs: 20_000,
  });
  expect([code, stdout]).toEqual([2, ""]);
  const [what, how] = stderr.split("\n");
  expect(what).toMatch(/^Unknown option '--colour'/);
  expect(how).toContain(`Usage: ${usage}`);
  expect(stderr).not.toContain("    at ");
});
