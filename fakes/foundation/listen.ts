import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { guardHost } from "./guard-host.ts";

export type RunningServer = { url: string; server: Server; close: () => Promise<void> };

export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is taken by another program.`);
    this.name = "PortTakenError";
    this.port = port;
  }
}

/**
 * On a busy machine, Node's default timeout may end just before a client uses a connection again. The client's request
 * then fails with a reset.
 */
const idleMs = 120_000;

/**
 * Listens on loopback. Port 0 picks a free port.
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

/** A path gets a placeholder as host. */
export function requestUrl({ url = "/" }: IncomingMessage): URL | null {
  // The texts are concatenated, because resolving "//name" relative to the host would replace the host.
  return URL.parse(url.startsWith("/") ? `http://localhost${url}` : url);
}
