/// <reference path="./ws.d.ts" />
import { randomBytes } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Context } from "aws-lambda";
import { type WebSocket, WebSocketServer } from "ws";
import * as z from "zod/mini";
import { listen, requestUrl } from "../foundation/listen.ts";
import { Connections, type Schedule } from "./connections.ts";
import { type ConnectionInfo, connectEvent, disconnectEvent, messageEvent, selectedRoute } from "./events.ts";
import { createManagementListener, maxMessageBytes } from "./management.ts";

export type WebsocketHandler = (event: unknown, context: Context) => Promise<unknown>;
export type WebsocketHandlers = Readonly<Record<"connect" | "message" | "disconnect", WebsocketHandler>>;

export type MockRoutes = {
  routeSelection: string;
  /** The texts of responses by route. The message handler receives messages of other routes. */
  answers: Readonly<Record<string, string>>;
};

export type WebsocketGatewayOptions = {
  port: number;
  handlers: WebsocketHandlers;
  mocks?: MockRoutes;
  schedule?: Schedule;
};

export type WebsocketGateway = {
  /** For clients. Begins with "ws://". */
  url: string;
  managementUrl: string;
  /** Ends all connections, and waits for the handlers that are still running. */
  close: () => Promise<void>;
};

const HandlerResult = z.object({
  statusCode: z.number(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
});
type HandlerResult = z.infer<typeof HandlerResult>;

const unsupportedData = 1003;
const badGateway = 502;

const systemTimers: Schedule = (run, afterMs) => {
  const timer = setTimeout(run, afterMs).unref();
  return () => clearTimeout(timer);
};

function refuse(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? "Refused";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function chosenProtocol({ headers = {} }: HandlerResult): string | false {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === "sec-websocket-protocol");
  return found?.[1] ?? false;
}

class Gateway {
  readonly connections: Connections;
  readonly #handlers: WebsocketHandlers;
  readonly #mocks: MockRoutes | undefined;
  readonly #protocols = new WeakMap<IncomingMessage, string | false>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #handshakes = new Set<Duplex>();
  readonly #sockets = new Set<WebSocket>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    handleProtocols: (_offered, request) => this.#protocols.get(request) ?? false,
  });

  constructor({ handlers, mocks, schedule = systemTimers }: WebsocketGatewayOptions) {
    this.#handlers = handlers;
    this.#mocks = mocks;
    this.connections = new Connections(schedule);
  }

  async #call(name: keyof WebsocketHandlers, event: { requestContext: { requestId: string } }) {
    const { requestId } = event.requestContext;
    // Functions have no timeout in the local cloud.
    const left = { getRemainingTimeInMillis: () => 900_000 };
    const context = { functionName: `realtime-${name}`, awsRequestId: requestId, ...left };
    try {
      // The handlers read no other field of the context.
      return HandlerResult.parse(await this.#handlers[name](event, context as Context));
    } catch (error) {
      console.error(`The WebSocket handler "${name}" failed:`, error);
      return null;
    }
  }

  /** Makes `close` wait until `work` has settled. */
  #track(work: Promise<unknown>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that disconnects before it is accepted needs no response.
    socket.on("error", () => {});
    if (requestUrl(request)?.pathname !== "/") {
      refuse(socket, 403);
      return;
    }
    this.#handshakes.add(socket);
    this.#track(this.#accept(request, socket, head).finally(() => this.#handshakes.delete(socket)));
  };

  async #accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const facts: ConnectionInfo = {
      connectionId: `${randomBytes(11).toString("base64url")}=`,
      connectedAt: new Date(),
      sourceIp: request.socket.remoteAddress ?? "",
      userAgent: request.headers["user-agent"] ?? "",
    };
    const result = await this.#call("connect", connectEvent(facts, request));
    if (!result) return refuse(socket, badGateway);
    if (result.statusCode < 200 || result.statusCode > 299) return refuse(socket, result.statusCode);
    if (!socket.writable) {
      await this.#call("disconnect", disconnectEvent(facts, 1006, ""));
      return;
    }
    this.#protocols.set(request, chosenProtocol(result));
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#serve(facts, webSocket));
  }

  #serve(facts: ConnectionInfo, webSocket: WebSocket): void {
    this.connections.add(facts, webSocket);
    webSocket.on("error", () => {});
    webSocket.on("message", (data, isBinary) => {
      this.connections.renewIdleTimeout(facts.connectionId);
      if (isBinary) webSocket.close(unsupportedData, "Binary is not supported");
      else this.#track(this.#answer(facts, data.toString("utf8")));
    });
    this.#track(this.#reportClose(facts, webSocket));
  }

  async #reportClose(facts: ConnectionInfo, webSocket: WebSocket): Promise<void> {
    this.#sockets.add(webSocket);
    const [code, reason] = await new Promise<[number, string]>((resolve) => {
      webSocket.on("close", (status, bytes) => resolve([status, bytes.toString("utf8")]));
    });
    this.#sockets.delete(webSocket);
    await this.#call("disconnect", disconnectEvent(facts, code, reason));
  }

  #mockResponse(text: string): string | undefined {
    if (!this.#mocks) return;
    const { routeSelection, answers } = this.#mocks;
    const route = selectedRoute(routeSelection, text);
    return route !== undefined && Object.hasOwn(answers, route) ? answers[route] : undefined;
  }

  async #answer(facts: ConnectionInfo, text: string): Promise<void> {
    const mocked = this.#mockResponse(text);
    if (mocked !== undefined) {
      await this.connections.send(facts.connectionId, mocked);
      return;
    }
    const event = messageEvent(facts, text);
    const { connectionId } = facts;
    const { requestId } = event.requestContext;
    const result = await this.#call("message", event);
    const reply = result ? result.body : JSON.stringify({ message: "Internal server error", connectionId, requestId });
    if (reply) await this.connections.send(connectionId, reply);
  }

  async end(): Promise<void> {
    for (const socket of this.#handshakes) socket.destroy();
    for (const webSocket of this.#sockets) webSocket.terminate();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** @throws PortTakenError */
export async function startWebsocketGateway(options: WebsocketGatewayOptions): Promise<WebsocketGateway> {
  const gateway = new Gateway(options);
  const listening = await listen(createManagementListener(gateway.connections), options.port);
  listening.server.on("upgrade", gateway.upgrade);
  const close = async () => {
    const closed = listening.close();
    await gateway.end();
    await closed;
  };
  return { url: listening.url.replace(/^http/, "ws"), managementUrl: listening.url, close };
}
