import * as z from "zod/mini";

/** Routes with a signature have a higher limit. */
export const maxBodyBytes = 64 * 1024;
/** The server's time in ISO 8601. The web app needs this time, because the device's clock may be wrong. */
export const serverTimeHeader = "x-server-time";
/** Response headers of the API that the web app may read, in addition to those that CORS always allows. */
export const exposedHeaders = [serverTimeHeader, "retry-after"] as const;

/** ISO 8601 text in UTC, e.g. "2026-11-21T09:30:00.000Z". */
export const Instant = z.iso.datetime();

type Schema = z.ZodMiniType;

/** `path` contains parameters as {name}. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** `user` requires an access token. The handler of a `signature` route checks the sender's signature. */
  access: "public" | "user" | "signature";
  /** True if the route also accepts callers whose account is closed or being deleted. */
  servesClosed?: true;
  /** Texts from the URL. Names that are not in `path` are query parameters. */
  params: Schema;
  body: Schema;
  response: Schema;
};

export const noParams = z.object({});
export const noBody = z.undefined();
