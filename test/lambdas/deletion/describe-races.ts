import { describe, expect, it } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createProfileStore } from "../../../lambdas/store/profiles.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { createTestAccount, type Step, type TestAccount } from "./deletion-world.ts";
import { aProfile, sendCall, type Writer, writers } from "./writers.ts";

const maxSteps = 40;

/** Stops a call at the step with the number `before`, counted from 1. */
function createBreakpoint(before: number) {
  let steps = 0;
  let open = Promise.withResolvers<void>();
  let reached = Promise.withResolvers<"reached">();
  const step: Step = async () => {
    steps += 1;
    if (steps < before) return;
    reached.resolve("reached");
    await open.promise;
  };
  return {
    step,
    reached: () => reached.promise,
    letOn: () => open.resolve(),
    letOneStep: () => {
      const last = open;
      open = Promise.withResolvers();
      reached = Promise.withResolvers();
      last.resolve();
    },
  };
}

type Breakpoint = ReturnType<typeof createBreakpoint>;

/** `isHeld` is false if the call ended before the breakpoint. */
async function begin(writer: Writer, account: TestAccount, reached: Breakpoint) {
  await writer.before?.(account.services(), account);
  const call = sendCall(writer, account.services(reached.step), account).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  const outcome = await Promise.race([reached.reached(), call.then(() => "over" as const)]);
  return { call, isHeld: outcome === "reached" };
}

const aCompletion = (user_id: string) => ({
  ...{ user_id, scenario_id: "emp-1", topic_id: "employment" as const, completed_at: "2026-11-21T12:00:00.000Z" },
});

const swept = { state: "closed", expires_at: expect.any(Number) };

export function describeRaces(open: () => DocumentStore): void {
  describe("an account deletion in the middle of a call", () => {
    it.each(Object.entries(writers))(
      "leaves no row except the mark of the closed account after any step of %s",
      async (_name, writer) => {
        for (let before = 1; before <= maxSteps; before += 1) {
          const account = createTestAccount(open());
          const reached = createBreakpoint(before);
          const { call, isHeld } = await begin(writer, account, reached);
          await account.deleteIt();
          reached.letOn();
          await call;
          expect([before, await account.left()]).toEqual([before, []]);
          if (!isHeld) return;
        }
        throw new Error("The call takes more steps than were tried");
      },
    );
  });

  describe("a call that is interrupted after the deletion of its account", () => {
    it.each(Object.entries(writers))(
      "leaves no row except the mark of the account after the sweep, whichever step of %s ran last",
      async (_name, writer) => {
        for (let before = 1; before <= maxSteps; before += 1) {
          const account = createTestAccount(open());
          const reached = createBreakpoint(before);
          const { call, isHeld } = await begin(writer, account, reached);
          await account.deleteIt();
          // The call continues to its next step, and no further.
          reached.letOneStep();
          await Promise.race([reached.reached(), call]);
          await account.sweep();
          expect([before, await account.left()]).toEqual([before, []]);
          expect(await account.mark()).toMatchObject(swept);
          if (!isHeld) return;
        }
        throw new Error("The call takes more steps than were tried");
      },
    );
  });

  it("the sweep removes the row of a call that is interrupted before its check", async () => {
    const leftBySteps = [];
    for (let before = 1; before <= 2; before += 1) {
      const account = createTestAccount(open());
      const reached = createBreakpoint(before);
      const saving: Writer = {
        call: ({ completedScenarios }, { caller }) => completedScenarios.put(aCompletion(caller.userId)),
      };
      const { call } = await begin(saving, account, reached);
      await account.deleteIt();
      reached.letOneStep();
      await Promise.race([reached.reached(), call]);
      leftBySteps.push(await account.left());
      await account.sweep();
      expect(await account.left()).toEqual([]);
    }
    // The first call was stopped before its write, so it wrote after the deletion. The second call was stopped after
    // its write, so the deletion removed the row.
    expect(leftBySteps).toEqual([["completed_scenarios"], []]);
  });

  it("after the waiting time, the sweep finishes a deletion that failed halfway", async () => {
    const account = createTestAccount(open());
    const services = account.services();
    await services.profiles.createIfMissing(aProfile(account.caller.userId));
    await services.closedAccounts.begin(account.caller);
    await account.sweep({ early: true });
    expect(await account.left()).toEqual(["profiles", "user"]);
    await account.sweep();
    expect(await account.left()).toEqual([]);
    expect(await account.mark()).toMatchObject(swept);
  });

  it("the sweep removes no data of an open account", async () => {
    const account = createTestAccount(open());
    await account.services().profiles.createIfMissing(aProfile(account.caller.userId));
    await account.sweep();
    expect(await account.left()).toEqual(["profiles", "user"]);
  });

  it("a written row is not removed if the state of the account cannot be read", async () => {
    const account = createTestAccount(open());
    const profiles = createProfileStore(open(), localTableName("profiles"), async () => {
      throw new Error("The database does not answer");
    });
    await expect(profiles.createIfMissing(aProfile(account.caller.userId))).rejects.toThrow("does not answer");
    expect(await account.left()).toEqual(["profiles", "user"]);
  });
}
