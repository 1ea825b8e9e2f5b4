import type { IncomingMessage } from "node:http";

/** The address that a request asks for, on a host that means nothing; null if it is no address at all. */
export function requestUrl({ url = "/" }: IncomingMessage): URL | null {
  // Put behind the host and not resolved against it: "//name" would name another host.
  return URL.parse(url.startsWith("/") ? `http://localhost${url}` : url);
}
