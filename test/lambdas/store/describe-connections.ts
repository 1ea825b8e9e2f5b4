import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { type ConnectionStore, createConnectionStore, type NewConnection } from "../../../lambdas/store/connections.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("connections");

const aConnection = (user_id: string): NewConnection => ({
  user_id,
  connection_id: randomUUID(),
  connected_at: "2026-11-21T09:30:00.000Z",
  good_until: 1_795_253_400,
  expires_at: 1_795_257_000,
});

/** The tokens of the connections are valid at this time. */
const now = new Date("2026-11-21T08:30:00.000Z");

const countOf = (outcomes: readonly { outcome: string }[], wanted: string) =>
  outcomes.filter(({ outcome }) => outcome === wanted).length;

export function describeConnections(open: () => DocumentStore): void {
  describe("the connection store", () => {
    let connections: ConnectionStore;
    beforeAll(() => {
      connections = createConnectionStore(open(), tableName, allowEveryAccount);
    });

    const add = async (user: string) => {
      const connection = aConnection(user);
      await connections.add(connection, now);
      const row = (await connections.listOf(user)).find(
        ({ connection_id }) => connection_id === connection.connection_id,
      );
      if (!row) throw new Error("The connection was not added");
      return row;
    };

    it("lists a learner's connections, and none of another learner", async () => {
      const [user, other] = [randomUUID(), randomUUID()];
      const added = [await add(user), await add(user)];
      await add(other);
      expect(await connections.listOf(user)).toHaveLength(2);
      expect(await connections.listOf(user)).toEqual(expect.arrayContaining(added));
      expect(await connections.listOf(randomUUID())).toEqual([]);
    });

    it("removes a connection by its row or by its id, even repeatedly", async () => {
      const user = randomUUID();
      const [first, second, third] = [await add(user), await add(user), await add(user)];
      await connections.remove(first);
      await connections.remove(first);
      await connections.removeById(second.connection_id);
      await connections.removeById(second.connection_id);
      await connections.removeById("never-there");
      expect(await connections.listOf(user)).toEqual([third]);
    });

    it("accepts fifty of eighty simultaneous connections, and refuses thirty", async () => {
      const user = randomUUID();
      const all = Array.from({ length: 80 }, () => aConnection(user));
      const outcomes = await Promise.all(all.map((connection) => connections.add(connection, now)));
      expect(countOf(outcomes, "added")).toBe(50);
      expect(countOf(outcomes, "full")).toBe(30);
      expect(await connections.listOf(user)).toHaveLength(50);
    });

    it("accepts exactly one of several new connections for the last place", async () => {
      const user = randomUUID();
      await Promise.all(Array.from({ length: 50 }, () => connections.add(aConnection(user), now)));
      const [left] = await connections.listOf(user);
      if (!left) throw new Error("Nobody has a seat");
      await connections.remove(left);
      const next = await Promise.all([1, 2, 3].map(() => connections.add(aConnection(user), now)));
      expect(next.filter(({ outcome }) => outcome === "added")).toEqual([{ outcome: "added", displaced: null }]);
      // A late close event of the removed connection does not remove the new connection.
      await connections.remove(left);
      expect(await connections.listOf(user)).toHaveLength(50);
    });

    it("replaces a connection whose token has expired if the learner is at the limit", async () => {
      const user = randomUUID();
      const over = aConnection(user);
      await connections.add(over, now);
      const open = Array.from({ length: 49 }, () => ({ ...aConnection(user), good_until: over.good_until + 60 }));
      for (const connection of open) {
        expect(await connections.add(connection, now)).toEqual({ outcome: "added", displaced: null });
      }
      const [last, tooMany] = [aConnection(user), aConnection(user)];
      const goodUntil = { good_until: over.good_until + 60 };
      const before = new Date((over.good_until - 1) * 1000);
      expect(await connections.add({ ...last, ...goodUntil }, before)).toEqual({ outcome: "full" });
      const at = new Date(over.good_until * 1000);
      expect(await connections.add({ ...last, ...goodUntil }, at)).toEqual({
        outcome: "added",
        displaced: over.connection_id,
      });
      expect(await connections.add({ ...tooMany, ...goodUntil }, at)).toEqual({ outcome: "full" });
    });

    it("throws for a row that does not match the schema", async () => {
      const row = { ...aConnection(randomUUID()), seat: "01", good_until: "soon" };
      await open().send(new PutCommand({ TableName: tableName, Item: row }));
      await expect(connections.listOf(row.user_id)).rejects.toThrow("good_until");
    });
  });
}
