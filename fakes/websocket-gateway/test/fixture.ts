import { ApiGatewayManagementApiClient, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { onTestFinished } from "vitest";
import type { Schedule } from "../connections.ts";
import { type MockRoutes, startWebsocketGateway, type WebsocketHandler, type WebsocketHandlers } from "../gateway.ts";
import { openClient } from "./client.ts";

function recorder(answer: (event: Record<string, unknown>) => unknown) {
  const events: Record<string, unknown>[] = [];
  const waiting: ((event: Record<string, unknown>) => void)[] = [];
  const handler: WebsocketHandler = async (given) => {
    const event = Object.fromEntries(Object.entries(given ?? {}));
    const next = waiting.shift();
    if (next) next(event);
    else events.push(event);
    return answer(event);
  };
  const next = () => {
    const [event] = events.splice(0, 1);
    return event ? Promise.resolve(event) : new Promise<Record<string, unknown>>((resolve) => waiting.push(resolve));
  };
  return { handler, next, events };
}

const contextOf = (event: Record<string, unknown>) => Object(event["requestContext"]);
export const connectionOf = (event: Record<string, unknown>) => String(contextOf(event).connectionId);

type Answers = { [Name in keyof WebsocketHandlers]?: (event: Record<string, unknown>) => unknown };

export async function startGateway(answers: Answers = {}, schedule?: Schedule, mocks?: MockRoutes) {
  const ok = () => ({ statusCode: 200 });
  const connect = recorder(answers.connect ?? ok);
  const message = recorder(answers.message ?? ok);
  const disconnect = recorder(answers.disconnect ?? ok);
  const gateway = await startWebsocketGateway({
    port: 0,
    handlers: { connect: connect.handler, message: message.handler, disconnect: disconnect.handler },
    ...(schedule ? { schedule } : {}),
    ...(mocks ? { mocks } : {}),
  });
  onTestFinished(gateway.close);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const sdk = new ApiGatewayManagementApiClient({
    endpoint: gateway.managementUrl,
    region: "local",
    credentials,
    maxAttempts: 1,
  });
  onTestFinished(() => sdk.destroy());
  const post = (ConnectionId: string, Data: string) => sdk.send(new PostToConnectionCommand({ ConnectionId, Data }));
  const open = async () => {
    const client = openClient(gateway.url);
    await client.opened;
    return { ...client, id: connectionOf(await connect.next()) };
  };
  return { ...gateway, connect, message, disconnect, sdk, post, open };
}
