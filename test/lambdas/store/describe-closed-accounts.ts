import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { refuseClosed } from "../../../lambdas/guards/guards.ts";
import { createClosedAccountStore, type UnsweptAccount } from "../../../lambdas/store/closed-accounts.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";

const tableName = localTableName("closed_accounts");
const now = new Date("2026-11-21T09:00:00.400Z");

export function describeClosedAccounts(open: () => DocumentStore): void {
  describe("the closed-account store", () => {
    const accounts = () => createClosedAccountStore(open(), tableName, { now: () => now });
    const rowOf = async (user_id: string) =>
      (await open().send(new GetCommand({ TableName: tableName, Key: { user_id } }))).Item;

    it("returns null for a learner who never requested a deletion", async () => {
      const user = randomUUID();
      expect(await accounts().stateOf(user)).toBeNull();
      await refuseClosed(accounts(), user);
    });

    it('returns "closing" until the deletion finishes, and then "closed"', async () => {
      const userId = randomUUID();
      const user = { userId, username: "Google_7" };
      for (const state of ["closing", "closing"]) {
        await accounts().begin(user);
        expect(await accounts().stateOf(userId)).toBe(state);
      }
      await expect(refuseClosed(accounts(), userId)).rejects.toMatchObject({ code: "account_closing" });
      for (const step of ["finish", "begin", "finishSweep", "begin", "finish"] as const) {
        await (step === "begin" ? accounts().begin(user) : accounts()[step](userId));
        expect(await accounts().stateOf(userId)).toBe("closed");
      }
      await expect(refuseClosed(accounts(), userId)).rejects.toMatchObject({ code: "user_gone" });
    });

    it("stores the username until the deletion finishes, and expires the row a day after the sweep", async () => {
      const user_id = randomUUID();
      const begun_at = now.toISOString();
      await accounts().begin({ userId: user_id, username: "Google_7" });
      expect(await rowOf(user_id)).toEqual({ user_id, state: "closing", username: "Google_7", begun_at });
      await accounts().finish(user_id);
      expect(await rowOf(user_id)).toEqual({ user_id, state: "closed", begun_at });
      await accounts().finishSweep(user_id);
      const expires_at = Math.ceil(now.getTime() / 1000) + 86_400;
      expect(await rowOf(user_id)).toEqual({ user_id, state: "closed", begun_at, expires_at });
    });

    it("lists an account for the sweep from the deletion's start until the sweep finishes", async () => {
      const user = { userId: randomUUID(), username: "Google_7" };
      const found = async (begunBy: Date) => {
        const all: UnsweptAccount[] = [];
        for await (const page of accounts().unswept(begunBy)) all.push(...page);
        return all.filter(({ userId }) => userId === user.userId);
      };
      await accounts().begin(user);
      expect(await found(new Date(now.getTime() - 1))).toEqual([]);
      expect(await found(now)).toEqual([user]);
      await accounts().finish(user.userId);
      expect(await found(now)).toEqual([{ userId: user.userId, username: undefined }]);
      await accounts().finishSweep(user.userId);
      expect(await found(now)).toEqual([]);
    });

    it("does not change the start time of a repeated deletion", async () => {
      const userId = randomUUID();
      await accounts().begin({ userId, username: "asha" });
      const later = createClosedAccountStore(open(), tableName, { now: () => new Date(now.getTime() + 60_000) });
      await later.begin({ userId, username: "asha" });
      expect(await rowOf(userId)).toMatchObject({ begun_at: now.toISOString() });
    });

    it("creates no row if a deletion without a row finishes", async () => {
      const userId = randomUUID();
      await accounts().finish(userId);
      await accounts().finishSweep(userId);
      expect(await rowOf(userId)).toBeUndefined();
    });

    it("throws if the table does not exist", async () => {
      const elsewhere = createClosedAccountStore(open(), "no-such-table", { now: () => now });
      const missing = { name: "ResourceNotFoundException" };
      await expect(elsewhere.begin({ userId: "u1", username: "asha" })).rejects.toMatchObject(missing);
      for (const work of [elsewhere.stateOf, elsewhere.finish, elsewhere.finishSweep]) {
        await expect(work("u1")).rejects.toMatchObject(missing);
      }
    });
  });
}
