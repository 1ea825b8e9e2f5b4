import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

type HostResponse = { status: number | undefined; body: string };

/** Sends a request like a browser that opens this machine under the name `host`. */
export const requestAsHost = (port: string | number, host: string, headers: Record<string, string> = {}) =>
  new Promise<HostResponse>((resolve, reject) => {
    const answered = async (response: IncomingMessage) =>
      resolve({ status: response.statusCode, body: await text(response) });
    request({ host: "127.0.0.1", port, path: "/", headers: { host, ...headers } }, answered)
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode, body: "" });
      })
      .on("error", reject)
      .end();
  });
