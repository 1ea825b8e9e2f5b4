import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { refuseClosed } from "../../../lambdas/guards/refuse-closed.ts";
import { closedAccountsIn } from "../../../lambdas/store/closed-accounts.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";

const tableName = localTableName("closed_accounts");
const now = new Date("2026-11-21T09:00:00.400Z");

/** What the closed_accounts table must do on any database. */
export function describeClosedAccounts(open: () => DocumentStore): void {
  describe("closed accounts", () => {
    const accounts = () => closedAccountsIn(open(), tableName, { now: () => now });
    const rowOf = async (user_id: string) =>
      (await open().send(new GetCommand({ TableName: tableName, Key: { user_id } }))).Item;

    it("know nothing of whoever asked for nothing", async () => {
      const user = randomUUID();
      expect(await accounts().stateOf(user)).toBeNull();
      await refuseClosed(accounts(), user);
    });

    it("are closing until they are closed, and are not opened by a late beginning", async () => {
      const user = randomUUID();
      for (const state of ["closing", "closing"]) {
        await accounts().begin(user);
        expect(await accounts().stateOf(user)).toBe(state);
      }
      await expect(refuseClosed(accounts(), user)).rejects.toMatchObject({ code: "account_closing" });
      for (const step of ["finish", "begin", "finish"] as const) {
        await accounts()[step](user);
        expect(await accounts().stateOf(user)).toBe("closed");
      }
      await expect(refuseClosed(accounts(), user)).rejects.toMatchObject({ code: "user_gone" });
    });

    it("hold the id alone, for ever while closing and for a day once closed", async () => {
      const user_id = randomUUID();
      await accounts().begin(user_id);
      expect(await rowOf(user_id)).toEqual({ user_id, state: "closing" });
      await accounts().finish(user_id);
      const expires_at = Math.ceil(now.getTime() / 1000) + 86_400;
      expect(await rowOf(user_id)).toEqual({ user_id, state: "closed", expires_at });
    });

    it("fail, and let nobody pass, where there is no such table", async () => {
      const elsewhere = closedAccountsIn(open(), "no-such-table", { now: () => now });
      for (const work of [elsewhere.stateOf, elsewhere.begin, elsewhere.finish]) {
        await expect(work("u1")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
      }
    });
  });
}
