import { beforeEach, describe, expect, test } from "vitest";
import { sweepClosedAccounts } from "../../../lambdas/schedule/sweep-closed-accounts.ts";
import { captureLog, logLines } from "../support/capture-log.ts";

beforeEach(captureLog);

const nothing = async () => undefined;

function closed(pages: readonly (readonly string[])[], failing?: string) {
  const swept: string[] = [];
  const removal = {
    removeAll: nothing,
    remove: async (userId: string) => {
      if (userId === failing) throw new Error("No capacity");
    },
  };
  const services = {
    clock: { now: () => new Date("2026-11-21T12:00:00.000Z") },
    payments: { customersOfLearner: async () => [], closeCustomer: nothing },
    closedAccounts: {
      unswept: async function* () {
        for (const page of pages) yield page.map((userId) => ({ userId, username: undefined }));
      },
      finishSweep: async (userId: string) => void swept.push(userId),
    },
    connections: { listOf: async () => [], remove: nothing },
    connectionGateway: { end: nothing },
    subscriptions: { get: async () => null, remove: async () => true },
    ...{ progress: removal, completedScenarios: removal, examAttempts: removal, callCounts: removal },
    ...{ studyChanges: removal, exportFiles: removal, profiles: removal },
    inboxes: {
      ...{ listShares: async () => [], listLearners: async () => [] },
      ...{ removeShare: nothing, removeLearner: nothing, removeAll: nothing },
    },
    sharedAudio: { removeOf: nothing },
    shareLinks: { remove: nothing, removeOf: nothing },
    shares: { list: async () => [], changeState: async () => null, removeTeacher: nothing, removeAll: nothing },
    shareTeachers: { list: async () => [], remove: nothing },
    users: { remove: nothing },
  };
  return { services, swept };
}

describe("a run of the sweep of closed accounts", () => {
  test("stops when fewer than 30 seconds are left, and reports that it has not finished", async () => {
    const { services, swept } = closed([["asha", "bina"], ["chandra"]]);
    const timesLeft = [60_000, 30_000, 29_999];
    const report = await sweepClosedAccounts(services, () => timesLeft.shift() ?? 0);
    expect(report).toEqual({ swept: 2, failed: 0, finished: false });
    expect(swept).toEqual(["asha", "bina"]);
  });

  test("continues on the same page and the next page after an account fails, and logs the failure", async () => {
    const { services, swept } = closed([["asha", "bina"], ["chandra"]], "asha");
    expect(await sweepClosedAccounts(services, () => 30_000)).toEqual({ swept: 2, failed: 1, finished: true });
    expect(swept).toEqual(["bina", "chandra"]);
    expect(logLines()).toMatchObject([{ level: "ERROR", userId: "asha", reason: "No capacity" }]);
  });
});
