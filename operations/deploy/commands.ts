import { CommandError, explainError } from "../command-line/explain-error.ts";
import { runInterruptible } from "../command-line/run-interruptible.ts";
import type { Deployment, Step } from "../stage/deployment.ts";
import { readOutputs } from "../stage/stack.ts";
import { createDeployLock } from "./deploy-lock.ts";
import { findProblems, printFindings } from "./doctor.ts";
import { recordDeploy } from "./history.ts";
import { findRemainingSteps } from "./remaining-steps.ts";
import { publishContent, setUpPayments } from "./steps/after-the-stack.ts";
import { bootstrap, registerSender, storeGoogleSecret } from "./steps/before-the-stack.ts";
import { deployStack } from "./steps/deploy-stack.ts";
import { buildSite, uploadSite } from "./steps/upload-site.ts";

async function runSteps(steps: readonly Step[], deployment: Deployment): Promise<boolean> {
  const { print } = deployment;
  for (const [at, { name, run }] of steps.entries()) {
    const title = `[${at + 1}/${steps.length}] ${name}`;
    print(`${title} …`);
    try {
      print(`${title}: ${await run(deployment)}.`);
    } catch (error) {
      const sentence = explainError(error);
      if (sentence === null) throw error;
      print(`✗ ${name} failed. ${sentence}`);
      print("The steps before it are done. Fix this, then repeat the command with the same options.");
      return false;
    }
  }
  return true;
}

/** `bootstrap` creates the bucket that stores the lock. */
const stepsBeforeTheLock: readonly Step[] = [buildSite, bootstrap];
const lockedSteps: readonly Step[] = [
  registerSender,
  storeGoogleSecret,
  deployStack,
  setUpPayments,
  uploadSite,
  recordDeploy,
  publishContent,
];

/** The first Ctrl-C stops the deploy before its next step. */
async function runUnderLock(deployment: Deployment): Promise<boolean> {
  const lock = createDeployLock();
  const steps = [...stepsBeforeTheLock, lock.acquire, ...lockedSteps.map(lock.guard)];
  try {
    return await runInterruptible((signal) =>
      runSteps(
        steps.map((step) => stopBefore(step, signal)),
        deployment,
      ),
    );
  } finally {
    await lock.release();
  }
}

function stopBefore({ name, run }: Step, signal: AbortSignal): Step {
  return {
    name,
    run: (deployment) => {
      if (signal.aborted) throw new CommandError("The deploy was interrupted.");
      return run(deployment);
    },
  };
}

/** Returns the exit code. */
export async function runDoctor(deployment: Deployment): Promise<number> {
  return printFindings(await findProblems(deployment), deployment) ? 0 : 1;
}

/** Can be repeated safely. Returns the exit code. */
export async function runDeploy(deployment: Deployment): Promise<number> {
  const { print, stage } = deployment;
  if ((await runDoctor(deployment)) !== 0) return 1;
  if (!(await runUnderLock(deployment))) return 1;
  try {
    const { undone, unchecked } = await findRemainingSteps(deployment);
    const list = (steps: readonly string[]) => steps.map((step) => `  - ${step}`).join("\n");
    print(`\nThe stage ${stage} is served at ${(await readOutputs(deployment)).SiteUrl}`);
    print(undone.length === 0 ? "\nNothing is left to do." : `\nLeft to do, by a person:\n${list(undone)}`);
    print(`\nNot checked, because no API reports it. Make sure that:\n${list(unchecked)}`);
    return 0;
  } catch (error) {
    const sentence = explainError(error);
    if (sentence === null) throw error;
    print(`The stage ${stage} is deployed. The remaining steps could not be determined: ${sentence}`);
    return 1;
  }
}
