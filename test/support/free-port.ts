import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** Whether nobody listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

async function anyPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The first of `count` neighbouring ports that are all free now. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await anyPort();
    if (first + count > 65_000) continue;
    const neighbours = Array.from({ length: count }, (_, at) => isFree(first + at));
    if ((await Promise.all(neighbours)).every(Boolean)) return first;
  }
}
