import { expect, test } from "vitest";
import type { Deployment } from "../../../operations/stage/deployment.ts";
import { createOperator } from "../support/operator.ts";

async function createDeployer() {
  const at = await createOperator();
  const events: string[] = [];
  const rollBack = (answer = true, given: Partial<Deployment> = {}) => {
    let checkedOut = "";
    return at.rollBack(
      {
        checkOut: async (commit) => {
          checkedOut = commit;
          events.push(`check out ${commit}`);
          return { directory: `/tmp/${commit}`, remove: async () => void events.push(`remove ${commit}`) };
        },
        runProgram: async (program, args, _, directory) => {
          events.push([program, ...args, "in", directory].join(" "));
          return (await at.deploy({ commit: checkedOut })).code;
        },
        ...given,
      },
      answer,
    );
  };
  const deployAll = async (...commits: string[]) => {
    for (const commit of commits) expect((await at.deploy({ commit })).code).toBe(0);
  };
  return { ...at, events, deployAll, rollBack };
}

const lastLine = (printed: string) => printed.split("\n").at(-1);

test("a rollback deploys the previous commit from a checkout, and prints who deployed that commit", async () => {
  const { deployAll, rollBack, events, state } = await createDeployer();
  await deployAll("c1", "c2");
  const { code, printed } = await rollBack(true, { allowedReplacements: ["Table1"] });
  expect(code).toBe(0);
  expect(events).toEqual([
    "check out c1",
    "npm run deploy -- --stage trial --ignore-alarms --allow-replacement Table1 in /tmp/c1",
    "remove c1",
  ]);
  expect(printed).toContain("The stage trial has commit c2.");
  expect(printed).toMatch(/it had commit c1, deployed at \d{4}-\d\d-\d\dT.* by arn:aws:iam::111111111111:user\/ada\./);
  expect(state.outputs?.["Commit"]).toBe("c1");
});

test("a second rollback deploys the commit before the first rollback's commit", async () => {
  const { deployAll, rollBack, state } = await createDeployer();
  await deployAll("c1", "c2", "c2", "c3");
  for (const commit of ["c2", "c1"]) {
    expect((await rollBack()).code).toBe(0);
    expect(state.outputs?.["Commit"]).toBe(commit);
  }
  await expect(rollBack()).rejects.toThrow(
    "There is no record of an earlier deploy: check out its commit, and deploy it.",
  );
});

test("a rollback restores the last successful deploy if a later deploy changed the stack and then failed", async () => {
  const { deployAll, deploy, rollBack, state, refused } = await createDeployer();
  await deployAll("c1");
  state.failures.set("POST /apps/branches/deployments", refused("InternalFailureException", "no luck", 500));
  expect((await deploy({ commit: "c2" })).code).toBe(1);
  expect(state.outputs?.["Commit"]).toBe("c2");
  expect((await rollBack()).code).toBe(0);
  expect(state.outputs?.["Commit"]).toBe("c1");
});

test("a rollback is refused if the current or previous deploy had uncommitted changes", async () => {
  const { deployAll, rollBack, events } = await createDeployer();
  await deployAll("c1", "c2+changes");
  await expect(rollBack()).rejects.toThrow(/^The stack was deployed from c2\+changes, not from a commit alone/);
  await deployAll("c3");
  await expect(rollBack()).rejects.toThrow(/^The deploy before was from c2\+changes, not from a commit alone/);
  await deployAll("unknown");
  await expect(rollBack()).rejects.toThrow(/^The stack was deployed from unknown/);
  expect(events).toEqual([]);
});

test("a rollback deploys nothing if the operator does not confirm the rollback", async () => {
  const { deployAll, rollBack, events } = await createDeployer();
  await deployAll("c1", "c2");
  const { code, printed } = await rollBack(false);
  expect([code, events]).toEqual([1, []]);
  expect(lastLine(printed)).toContain("commit c1");
});

test("a failed rollback removes its checkout, and returns the deploy's exit code", async () => {
  const { deployAll, rollBack, events } = await createDeployer();
  await deployAll("c1", "c2");
  expect((await rollBack(true, { runProgram: async () => 3 })).code).toBe(3);
  expect(events).toEqual(["check out c1", "remove c1"]);
});

test("twelve deploys leave eight records in a parameter of at most 4 KB", async () => {
  const { deployAll, state } = await createDeployer();
  await deployAll(...Array.from({ length: 12 }, (_, at) => `${at}`.padStart(40, "c")));
  const value = state.parameters.get("/parlance/trial/deploys") ?? "";
  expect(JSON.parse(value)).toHaveLength(8);
  expect(Buffer.byteLength(value) + 8 * 200).toBeLessThan(4096);
});
