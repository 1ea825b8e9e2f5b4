import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { type ConnectionEvent, connectionEventTypes } from "../../../domain/realtime/event.ts";
import type { EventEnvelope } from "../../../fakes/eventbridge/delivery.ts";
import { startEventBridge } from "../../../fakes/eventbridge/eventbridge.ts";
import { startWebsocketGateway, type WebsocketHandlers } from "../../../fakes/websocket-gateway/gateway.ts";
import { openClient } from "../../../fakes/websocket-gateway/test/client.ts";
import { handler as pushChanges } from "../../../lambdas/realtime/push-changes.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { createEventBus } from "../../../lambdas/runtime/event-bus.ts";
import { redirectLog } from "../../../lambdas/runtime/log.ts";
import { createClosedAccountStore } from "../../../lambdas/store/closed-accounts.ts";
import { createConnectionStore } from "../../../lambdas/store/connections.ts";
import { openDocumentStore } from "../../../lambdas/store/document-store.ts";
import { localTableName, startDynamodb } from "../../../local/dynamodb.ts";
import { loadWebsocketHandlers, mockRoutes } from "../../../local/handlers.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import { clientId, startTokenIssuer } from "./token-issuer.ts";

const busName = "parlance";

function stubEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** `disconnected` waits until the disconnect handler has returned for a connection. */
function observeHandlers(handlers: WebsocketHandlers) {
  const ended = new Map<string, PromiseWithResolvers<void>>();
  const endOf = (id: string) => {
    const known = ended.get(id) ?? Promise.withResolvers<void>();
    ended.set(id, known);
    return known;
  };
  const disconnect: WebsocketHandlers["disconnect"] = async (event, context) => {
    const result = await handlers.disconnect(event, context);
    endOf(Object(event).requestContext.connectionId).resolve();
    return result;
  };
  return { handlers: { ...handlers, disconnect }, disconnected: (id: string) => endOf(id).promise };
}

export async function startRealtimeCloud() {
  const logLines: string[] = [];
  redirectLog((_level, line) => logLines.push(line));
  const [issuer, dynamodb] = await Promise.all([startTokenIssuer(), startDynamodb({ port: 0, directory: undefined })]);
  const { handlers, disconnected } = observeHandlers(await loadWebsocketHandlers());
  const gateway = await startWebsocketGateway({ port: 0, handlers, mocks: mockRoutes });
  const delivered: EventEnvelope[] = [];
  const deadLetters: EventEnvelope[] = [];
  const bridge = await startEventBridge({
    port: 0,
    busName,
    region: "local",
    rules: [
      {
        detailTypes: connectionEventTypes,
        handler: (event, context) => {
          delivered.push(event);
          return pushChanges(event, context);
        },
      },
    ],
    wait: async () => {},
    onDeadLetter: (event) => deadLetters.push(event),
  });
  stubEnvironment({
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: bridge.url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: issuer.url,
    CONNECTIONS_TABLE: localTableName("connections"),
    CALL_COUNTS_TABLE: localTableName("call_counts"),
    CLOSED_ACCOUNTS_TABLE: localTableName("closed_accounts"),
    CONNECTIONS_URL: gateway.managementUrl,
    USER_POOL_ISSUER: issuer.issuer,
    USER_POOL_CLIENT_ID: clientId,
  });
  const store = openDocumentStore();
  const connections = createConnectionStore(store, localTableName("connections"), allowEveryAccount);
  const closedAccounts = createClosedAccountStore(store, localTableName("closed_accounts"), systemClock);
  const bus = createEventBus(busName);
  const idsOf = async (userId: string) => (await connections.listOf(userId)).map(({ connection_id }) => connection_id);
  return {
    ...{ issuer, gateway, connections, closedAccounts, idsOf, delivered, deadLetters, logLines, disconnected },
    newUser: () => randomUUID(),
    open: async (userId: string) => {
      const before = await idsOf(userId);
      const client = openClient(gateway.url, subprotocolsFor(await issuer.token(userId)));
      await client.opened;
      const [id = ""] = (await idsOf(userId)).filter((candidate) => !before.includes(candidate));
      return { ...client, id };
    },
    endTokens: async (userId: string) => {
      for (const row of await connections.listOf(userId)) {
        const Item = { ...row, good_until: Math.floor(Date.now() / 1000) };
        await store.send(new PutCommand({ TableName: localTableName("connections"), Item }));
      }
    },
    /** Publishes an event, and waits until it has been pushed or is a dead letter. */
    publish: async (event: ConnectionEvent) => {
      await bus.publish(event);
      await bridge.idle();
    },
    close: async () => {
      await gateway.close();
      await bridge.close();
      store.destroy();
      await Promise.all([dynamodb.close(), issuer.close()]);
      vi.unstubAllEnvs();
    },
  };
}

export type RealtimeCloud = Awaited<ReturnType<typeof startRealtimeCloud>>;

/** Returns the client's next message, which is the response to the heartbeat unless another message arrives first. */
export async function nextAfterHeartbeat({ socket, next }: ReturnType<typeof openClient>): Promise<unknown> {
  socket.send(JSON.stringify({ type: "heartbeat" }));
  return next();
}
