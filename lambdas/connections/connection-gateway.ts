import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import type { ServerMessage } from "../../domain/realtime/channel.ts";
import { createAwsClient } from "../runtime/time-limits.ts";
import type { ConnectionStore } from "../store/connections.ts";

export type ConnectionGateway = {
  /** Returns "gone" if the connection is closed or not open yet. */
  post: (connectionId: string, message: ServerMessage) => Promise<"sent" | "gone">;
  end: (connectionId: string) => Promise<void>;
};

export function createConnectionGateway(endpoint: string): ConnectionGateway {
  const client = createAwsClient((settings) => new ApiGatewayManagementApiClient({ endpoint, ...settings }));
  return {
    post: async (connectionId, message) => {
      const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) });
      try {
        await client.send(command);
        return "sent";
      } catch (error) {
        if (error instanceof GoneException) return "gone";
        throw error;
      }
    },
    end: async (connectionId) => {
      try {
        await client.send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
      } catch (error) {
        if (!(error instanceof GoneException)) throw error;
      }
    },
  };
}

type Services = {
  connections: Pick<ConnectionStore, "listOf" | "remove">;
  connectionGateway: Pick<ConnectionGateway, "end">;
};

export async function endConnections(userId: string, { connections, connectionGateway }: Services): Promise<void> {
  for (const connection of await connections.listOf(userId)) {
    await connectionGateway.end(connection.connection_id);
    await connections.remove(connection);
  }
}
