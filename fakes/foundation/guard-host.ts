import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";

/**
 * Whether a request asks for this machine by a name that can mean no other. Any site may have its own name lead to a
 * loopback address and then read what answers there as its own (DNS rebinding); only the Host header tells.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");
}

const refusal = "This server answers to localhost and loopback addresses alone.\n";

function refuse({ socket }: IncomingMessage): void {
  const head = ["HTTP/1.1 403 Forbidden", "Content-Type: text/plain", `Content-Length: ${refusal.length}`];
  socket.end(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${refusal}`);
}

/** The events of a server by which a request begins; the request is the first thing that they tell. */
const requestEvents: ReadonlySet<unknown> = new Set([
  "request",
  "upgrade",
  "connect",
  "checkContinue",
  "checkExpectation",
]);

/** Has a server refuse what is asked of it under any other host, before whoever listens to it, now or later, hears of it. */
export function guardHost(server: Server): void {
  const emit: (event: string | symbol, ...told: unknown[]) => boolean = EventEmitter.prototype.emit.bind(server);
  server.emit = (event: string | symbol, ...told: unknown[]) => {
    // `IncomingMessage` comes first in each of these events: https://nodejs.org/api/http.html#event-request
    const request = requestEvents.has(event) ? (told[0] as IncomingMessage) : null;
    if (!request || isLoopbackHost(request.headers.host)) return emit(event, ...told);
    refuse(request);
    return true;
  };
}
