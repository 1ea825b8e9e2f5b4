import type { Connections } from "../store/connections.ts";
import type { ConnectionGateway } from "./connection-gateway.ts";

type Services = {
  connections: Pick<Connections, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
};

/** Closes a learner's open connections and removes them from the table. */
export async function endConnections(userId: string, { connections, connectionGateway }: Services): Promise<void> {
  for (const connection of await connections.listOf(userId)) {
    await connectionGateway.end(connection.connection_id);
    await connections.remove(connection);
  }
}
