import { get, type IncomingHttpHeaders } from "node:http";

export function openClient(url: string, protocols: string[] = []) {
  const socket = new WebSocket(url, protocols);
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const next = waiting.shift();
    if (next) next(message);
    else messages.push(message);
  });
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", ({ code }) => reject(new Error(`The connection was refused (${code})`)));
  });
  // Prevents an unhandled rejection if a test does not await `opened`.
  opened.catch(() => {});
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  return {
    socket,
    opened,
    closed,
    next: () =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve)),
  };
}

/** A `WebSocket` does not expose the status and the headers of the response to its handshake. */
export function requestHandshake(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const request = get(url.replace(/^ws/, "http"), {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
  });
}
