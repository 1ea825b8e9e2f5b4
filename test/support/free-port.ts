import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Whether nobody listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Below the ports that systems give to connections, one of which may come between a look and a use. */
const range = { from: 10_000, to: 32_000 };

/** The first of `count` neighbouring ports that are all free now. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(range.from, range.to - count);
    const neighbours = Array.from({ length: count }, (_, at) => isFree(first + at));
    if ((await Promise.all(neighbours)).every(Boolean)) return first;
  }
}
