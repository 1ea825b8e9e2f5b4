import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";

/**
 * By DNS rebinding, any site can point its own name at a loopback address and read the responses. The Host header then
 * contains the name of that site.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");
}

const refusal = "This server answers to localhost and loopback addresses alone.\n";

function refuse({ socket }: IncomingMessage): void {
  const head = ["HTTP/1.1 403 Forbidden", "Content-Type: text/plain", `Content-Length: ${refusal.length}`];
  socket.end(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${refusal}`);
}

const requestEvents: ReadonlySet<unknown> = new Set([
  "request",
  "upgrade",
  "connect",
  "checkContinue",
  "checkExpectation",
]);

/** Replaces `emit`, so that the check also runs before listeners that are added later. */
export function guardHost(server: Server): void {
  const emit: (event: string | symbol, ...values: unknown[]) => boolean = EventEmitter.prototype.emit.bind(server);
  server.emit = (event: string | symbol, ...values: unknown[]) => {
    // `IncomingMessage` is the first argument of each of these events: https://nodejs.org/api/http.html#event-request
    const request = requestEvents.has(event) ? (values[0] as IncomingMessage) : null;
    if (!request || isLoopbackHost(request.headers.host)) return emit(event, ...values);
    refuse(request);
    return true;
  };
}
