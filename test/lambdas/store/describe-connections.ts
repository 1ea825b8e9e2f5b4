import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { type Connection, type Connections, connectionsIn } from "../../../lambdas/store/connections.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { openAccounts } from "../support/directory-user.ts";

const tableName = localTableName("connections");

const aConnection = (user_id: string): Connection => ({
  user_id,
  connection_id: randomUUID(),
  connected_at: "2026-11-21T09:30:00.000Z",
  good_until: 1_795_253_400,
  expires_at: 1_795_257_000,
});

/** What the connections table must do on any database. */
export function describeConnections(open: () => DocumentStore): void {
  describe("connections", () => {
    let connections: Connections;
    beforeAll(() => {
      connections = connectionsIn(open(), tableName, openAccounts);
    });

    const add = async (user: string) => {
      const connection = aConnection(user);
      await connections.add(connection);
      return connection;
    };

    it("gives back a learner's connections, and nobody else's", async () => {
      const [user, other] = [randomUUID(), randomUUID()];
      const added = [await add(user), await add(user)];
      await add(other);
      expect(await connections.listOf(user)).toHaveLength(2);
      expect(await connections.listOf(user)).toEqual(expect.arrayContaining(added));
      expect(await connections.listOf(randomUUID())).toEqual([]);
    });

    it("removes one connection, by its learner or by its id alone, however often", async () => {
      const user = randomUUID();
      const [first, second, third] = [await add(user), await add(user), await add(user)];
      await connections.remove(first);
      await connections.remove(first);
      await connections.removeById(second.connection_id);
      await connections.removeById(second.connection_id);
      await connections.removeById("never-there");
      expect(await connections.listOf(user)).toEqual([third]);
    });

    it("does not pass on a row that does not fit the schema", async () => {
      const row = { ...aConnection(randomUUID()), good_until: "soon" };
      await open().send(new PutCommand({ TableName: tableName, Item: row }));
      await expect(connections.listOf(row.user_id)).rejects.toThrow("good_until");
    });
  });
}
