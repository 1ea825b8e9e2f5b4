// Runs `npm test`: installs missing dependencies, then runs the parts that `select-parts.mjs` selects.
import { join } from "node:path";
import { checkNode, ensureInstalled, pinnedNode, root, run, runScript, SetupError } from "../local/setup.mjs";
import { ensureChromium } from "./engines/chromium.mjs";
import { ensurePulseAudio } from "./engines/pulse-audio.mjs";
import { bufferOutput, immediateOutput } from "./runner/buffered-output.mjs";
import { openFakesRecord } from "./runner/fakes-record.mjs";
import { allParts, audibleParts, checks, chromiumParts, computeParts, otherEngineParts } from "./runner/parts.mjs";
import { describeSlowest, summarise } from "./runner/retry-failures.mjs";
import { runSequentially, runTogether } from "./runner/run-parts.mjs";
import { selectParts } from "./runner/select-parts.mjs";
import { prepareSharedWork } from "./runner/shared-work.mjs";
import { collectWarnings } from "./runner/warnings.mjs";

/** @param {string} name */
const bin = (name) => join(root, "node_modules", ".bin", name);

/**
 * @param {(typeof checks)[number]} list
 * @param {NodeJS.ProcessEnv} env
 */
async function runChecks(list, env) {
  const outcomes = [];
  for (const [label, program, args] of list) {
    const startedAt = performance.now();
    const isGood = (await run(bin(program), args, { stdio: immediateOutput.stdio, env })) === 0;
    outcomes.push(told(label, isGood, (performance.now() - startedAt) / 1000));
  }
  return outcomes;
}

/**
 * @param {string} label
 * @param {boolean} isGood
 * @param {number} seconds
 * @returns {import("./runner/retry-failures.mjs").Outcome}
 */
function told(label, isGood, seconds) {
  process.stdout.write(`${isGood ? "✓" : "✗"} ${label}\n`);
  const failures = isGood ? [] : [label];
  return { passed: isGood ? 1 : 0, failed: failures.length, failures, flaky: [], times: [{ name: label, seconds }] };
}

/**
 * Builds the app before the parts start. Otherwise two parts could build it into the same folder at the same time.
 * @param {NodeJS.ProcessEnv} env
 */
async function buildApp(env) {
  const program = ["--disable-warning=ExperimentalWarning", "test/support/build-app.ts"];
  const code = await run(pinnedNode, program, { stdio: immediateOutput.stdio, env });
  if (code !== 0) throw new SetupError("The web app could not be built.");
}

/** @param {NodeJS.ProcessEnv} env */
async function runAllChecks(env) {
  return (await Promise.all(checks.map((list) => runChecks(list, env)))).flat();
}

/** @param {typeof otherEngineParts} parts */
async function possibleOf(parts) {
  const possible = [];
  for (const part of parts) {
    if (await part.ensure()) possible.push(part);
    else process.stdout.write(`${part.program} is not installed: its tests are skipped.\n`);
  }
  return possible;
}

/**
 * Runs the checks and the parts without a browser, and at the same time the parts in other engines. Afterwards runs the
 * parts in Chromium, and then the retries.
 * @param {(part: { name: string }) => boolean} isWanted
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./runner/fakes-record.mjs").FakesRecord} fakes
 */
async function runAll(isWanted, env, fakes) {
  const listens = await possibleOf(otherEngineParts.filter(isWanted));
  const computes = computeParts.map((parts) => parts.filter(isWanted)).filter((parts) => parts.length > 0);
  const isChecked = isWanted({ name: "checks" });
  const output = isChecked || computes.length > 0 ? bufferOutput() : immediateOutput;
  const beside = runSequentially(listens, env, output);
  const outcomes = isChecked ? await runAllChecks(env) : [];
  const judges = [];
  for (const parts of computes) {
    const onResult = parts.some(({ name }) => name === "fakes") ? fakes.note : undefined;
    judges.push(await runTogether(parts, env, onResult));
  }
  judges.push(...(await beside));
  output.show();
  judges.push(...(await runSequentially(chromiumParts.filter(isWanted), env)));
  for (const judge of judges) outcomes.push(await judge());
  return outcomes;
}

await runScript(async () => {
  const fakes = openFakesRecord();
  const args = process.argv.slice(2);
  const { selected, skipped, unknown } = selectParts(args, process.env, fakes.passedUnchanged !== null);
  if (unknown.length > 0)
    throw new SetupError(`No such part: ${unknown.join(", ")}. Parts: all, ${allParts.join(", ")}.`);
  /** @param {{ name: string }} part */
  const isWanted = ({ name }) => selected.includes(name);
  checkNode();
  await ensureInstalled();
  const chromium = chromiumParts.some(isWanted) ? await ensureChromium() : "";
  if (selected.some((name) => audibleParts.includes(name)) && !(await ensurePulseAudio()))
    process.stdout.write(
      "PulseAudio is not installed, so the tests that listen to a browser are skipped, and all tests in Firefox.\n",
    );
  const warnings = collectWarnings();
  const shared = prepareSharedWork();
  const env = {
    ...process.env,
    ...warnings.env,
    ...shared.env,
    CHROMIUM: chromium,
    PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
  };
  if ([...chromiumParts, ...otherEngineParts].some(isWanted)) await buildApp(env);
  const outcomes = await runAll(isWanted, env, fakes);
  shared.remove();
  const warned = warnings.read();
  process.stdout.write(`\n${warned}`);
  outcomes.push(told("No warnings from Node", warned === "", 0));
  if (skipped.length > 0)
    process.stdout.write(`Not run: ${skipped.join(", ")}. \`npm test all\` runs every part, as CI does.\n`);
  process.stdout.write(`\nSlowest test files:\n${describeSlowest(outcomes).join("\n")}\n`);
  const { lines, isGreen } = summarise(outcomes);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  return isGreen ? 0 : 1;
});
