import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export async function startCountingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const stored = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      const [path = ""] = url.split("?");
      if (method === "PUT" && answer.statusCode === 200) stored.set(path, (stored.get(path) ?? 0) + 1);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.on("error", () => onward.destroy());
    // Aborts the incomplete upload of a killed publisher.
    incoming.on("close", () => void (incoming.complete || onward.destroy()));
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${own}`, stored, close };
}
