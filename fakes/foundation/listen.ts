import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { guardHost } from "./guard-host.ts";

/** A server of the local cloud: where it answers, and how to end it. */
export type RunningServer = { url: string; server: Server; close: () => Promise<void> };

/** Thrown when another process has the port. */
export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is taken by another program.`);
    this.name = "PortTakenError";
    this.port = port;
  }
}

/**
 * How long a connection may be idle, in ms. On a busy machine Node's five seconds end while a client is about to use it again,
 * which then reads that it was reset.
 */
const idleMs = 120_000;

/**
 * Serves `listener` on loopback, under loopback's own names alone; port 0 picks a free one.
 * @throws PortTakenError
 */
export async function listen(listener: RequestListener, port: number): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: idleMs }, listener);
  guardHost(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new PortTakenError(port) : error),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${actualPort}`, server, close };
}

/** The address that a request asks for, on a host that means nothing; null if it is no address at all. */
export function requestUrl({ url = "/" }: IncomingMessage): URL | null {
  // Put behind the host and not resolved against it: "//name" would name another host.
  return URL.parse(url.startsWith("/") ? `http://localhost${url}` : url);
}
