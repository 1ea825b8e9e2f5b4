import { get, type IncomingHttpHeaders } from "node:http";

/** A client as a browser has it, whose messages are taken one by one. */
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
  // Whoever is only interested in the end does not wait for the beginning.
  opened.catch(() => {});
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  return {
    socket,
    opened,
    /** Resolves with the code with which the connection was closed. */
    closed,
    /** The next message, as soon as there is one. */
    next: () =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve)),
  };
}

/** What a handshake is answered with, which browsers do not tell; a connection that it opens is ended at once. */
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
