import { randomInt } from "node:crypto";
import { createServer } from "node:net";

export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** The range is below the ephemeral ports. Another program may use an ephemeral port between the check and the use. */
const range = { from: 10_000, to: 32_000 };

/** Finds `count` consecutive free ports and returns the first. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(range.from, range.to - count);
    const neighbours = Array.from({ length: count }, (_, at) => isFree(first + at));
    if ((await Promise.all(neighbours)).every(Boolean)) return first;
  }
}
