import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** "gone" closes the connection. */
export type ProxyFailure = { status: number; body: string } | "gone";

export async function startProxy(url: string) {
  const { hostname, port } = new URL(url);
  let trouble: ProxyFailure | null = null;
  let uploadsLeft = Number.POSITIVE_INFINITY;
  const server = createServer((incoming, response) => {
    if (incoming.method === "PUT") uploadsLeft -= 1;
    if (trouble !== null && uploadsLeft < 0) {
      if (trouble === "gone") incoming.socket.destroy();
      else response.writeHead(trouble.status, { "content-type": "application/xml" }).end(trouble.body);
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    breakAfterUploads: (count: number, by: ProxyFailure) => {
      [uploadsLeft, trouble] = [count, by];
    },
    mend: () => {
      trouble = null;
    },
  };
}
