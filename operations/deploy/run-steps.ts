import { explain } from "../command-line/explain.ts";
import type { Deployment, Step } from "../stage/deployment.ts";

/** Runs steps one after the other, and prints what each has done. Answers with whether all went well. */
export async function runSteps(steps: readonly Step[], deployment: Deployment): Promise<boolean> {
  const { print, stage } = deployment;
  for (const [at, { name, run }] of steps.entries()) {
    const title = `[${at + 1}/${steps.length}] ${name}`;
    print(`${title} …`);
    try {
      print(`${title}: ${await run(deployment)}.`);
    } catch (error) {
      const sentence = explain(error);
      if (sentence === null) throw error;
      print(`✗ ${name} failed. ${sentence}`);
      print(`What was done before it stays. Put this right, and go on with: npm run deploy -- --stage ${stage}`);
      return false;
    }
  }
  return true;
}
