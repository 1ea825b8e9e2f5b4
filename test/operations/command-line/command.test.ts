import { expect, test } from "vitest";
import { root } from "../../lib/support/synthesise.ts";
import { runProgram } from "../../support/run-program.ts";

test.each([
  ["operations/redrive/main.ts", "npm run redrive -- --stage NAME"],
  ["operations/stripe/main.ts", "STRIPE_API_KEY=sk_… npm run stripe:setup -- --app-origin"],
  ["operations/cost/main.ts", "npm run cost"],
  ["operations/deploy/main.ts", "npm run deploy -- --stage NAME"],
])("%s shows its usage for an unknown option", async (file, usage) => {
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
