import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export async function startSlowServer(url: string, delayMs: number): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
    }
    near.pipe(far);
    far.on("data", (chunk) => setTimeout(() => near.write(chunk), delayMs));
    far.on("close", () => setTimeout(() => near.destroy(), delayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The address of a TCP server is never a string.
  const { port: ownPort } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${ownPort}`, close };
}
